import { reachable } from '../api/home.ts'
import { calledBy } from './people.ts'

interface Shown {
  readonly name: string
  readonly email: string
  readonly avatar_url: string | null
}

/** The picture of a user beside the name, or the first letter of that, which is neither read aloud nor copied. */
export function Face ({ user, isLarge = false }: { user: Shown, isLarge?: boolean }) {
  const url = user.avatar_url
  return (
    <span
      class={isLarge ? 'face large' : 'face'} aria-hidden='true'
      data-letter={url === null ? [...calledBy(user)][0]?.toUpperCase() : undefined}
    >
      {url !== null && <img src={reachable(url)} width={256} height={256} alt='' draggable={false} decoding='async' />}
    </span>
  )
}
