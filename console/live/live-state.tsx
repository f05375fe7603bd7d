import { isLive } from './follow.ts'

/** Says where what others change is not heard of at the moment. */
export function LiveState () {
  if (isLive.value === null) return null
  return (
    <p class={isLive.value ? 'live-state' : 'live-state lost'} role='status'>
      <span class='dot' aria-hidden='true' />{isLive.value ? 'Live' : 'Connection lost, trying again'}
    </p>
  )
}
