import { TooMany } from '../errors.js'
import type { Counted } from './rows.js'

/** The most of something that an item has, and the part of it that guests may have: a link must not silence a team. */
export interface Share {
  readonly name: 'comments' | 'points'
  readonly most: number
  readonly mostOfGuests: number
}

export const commentShare: Share = { name: 'comments', most: 5000, mostOfGuests: 1000 }
export const pointShare: Share = { name: 'points', most: 200_000, mostOfGuests: 50_000 }

export function tooMany ({ name, most, mostOfGuests }: Share, isGuest = false) {
  return new TooMany(isGuest ? `${mostOfGuests} ${name} of guests` : `${most} ${name}`)
}

/** Throws TooMany if there is no room for more. What guests had beyond their part before takes no room of others. */
export function requireShare (
  share: Share, { all, of_guests: ofGuests }: Counted, added: number, isGuest: boolean
): void {
  const { most, mostOfGuests } = share
  if (isGuest && ofGuests + added > mostOfGuests) throw tooMany(share, true)
  if (all - Math.max(0, ofGuests - mostOfGuests) + added > most) throw tooMany(share)
}
