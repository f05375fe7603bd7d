import { isLive } from './follow.ts'

/** Warns while changes of others do not arrive. */
export function LiveState () {
  if (isLive.value === null) return null
  return (
    <p class={isLive.value ? 'live-state' : 'live-state lost'} role='status'>
      <span class='dot' aria-hidden='true' />{isLive.value ? 'Live' : 'Connection lost, trying again'}
    </p>
  )
}
