import { signal } from '@preact/signals'
import { api, done, type ItemType } from '../api/client.ts'
import { idsOf, pathOf } from './item.ts'
import { whoIs } from './people.ts'

interface Done {
  readonly user_id: number
  readonly targets: object
}

/** The names of guests, by the ids of their comments. A comment that is gone has ''. */
const names = signal<ReadonlyMap<number, string>>(new Map())
const asked = new Set<number>()

/** Loads the names of the guests who have written something. */
export function loadGuests (type: ItemType, id: string, entries: readonly Done[]): void {
  for (const entry of entries) {
    const { comment_id: comment, link_id: link } = entry.targets as { comment_id?: number, link_id?: number }
    if (entry.user_id !== 0 || link === undefined || comment === undefined || asked.has(comment)) continue
    asked.add(comment)
    const params = { path: { ...idsOf(id), comment_id: String(comment) } }
    done(api.GET(pathOf(type, '/comments/{comment_id}'), { params })).then(
      (answer) => { names.value = new Map(names.value).set(comment, answer.comment.author) }, () => {})
  }
}

/** Who did something: a user, a guest by name as far as it is known, or the service. */
export function whoDid ({ user_id: user, targets }: Done): string {
  const { comment_id: comment, link_id: link } = targets as { comment_id?: number, link_id?: number }
  if (user !== 0 || link === undefined) return whoIs(user)
  const name = comment === undefined ? undefined : names.value.get(comment)
  return name === undefined ? 'A guest' : `${name} (guest)`
}
