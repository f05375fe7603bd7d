import { hash } from 'node:crypto'
import { CURSOR_RULE } from '../changes/cursor.js'
import { InvalidParameter } from '../errors.js'
import { inspect } from '../http/inspect.js'
import { CUT, cursorOf, fits, fittingPage, type Page } from './results.js'
import { ofItem, type Named, type Service, type Values } from './service.js'
import { inSmallGroups } from './values.js'

export const parts = ['description', 'values', 'path', 'media', 'history', 'comments'] as const

export type Part = typeof parts[number]

/** About as many characters as fit into a result. */
const LONGEST_PIECE = 15_000

/** An item, and what `get_item` reads of it in any case. */
export interface Item extends Named {
  readonly shown: Values
  readonly customFields: readonly Values[]
  readonly etag: string
}

/** One part of an item, from a cursor on. */
export async function readPart (service: Service, item: Item, part: Part, cursor: string | undefined): Promise<object> {
  const { type, id, shown, customFields, etag } = item
  const head = { type, id }
  const ofList = (name: string, read: (limit: number) => Promise<Page>) =>
    fittingPage(read, (list, page) => ({ ...head, [name]: list, ...cursorOf(page), etag }))
  const ofWhole = (name: string, list: readonly unknown[]) =>
    ofList(name, async (limit) => pageOf(list, [type, id, part], limit, cursor))

  if (part === 'description') return readText(head, shown.description, [type, id, part], cursor, { etag })
  if (part === 'values') return ofWhole('custom_fields', customFields.flatMap(inSmallGroups))
  if (part === 'path') return ofWhole('path', await pathOf(service, item))
  return ofList(part, async (limit) => {
    const answer = await service.read(...ofItem(item, `/${part}`, { query: { limit, cursor } }))
    return { items: answer.data[part], cursor: answer.cursor }
  })
}

/** The projects above an item. A project is at the end of its own path. */
async function pathOf (service: Service, { type, id, shown }: Item): Promise<readonly unknown[]> {
  const projectId = type === 'project' ? id : shown.project_id
  if (projectId === null) return []
  const { data } = await service.read(...ofItem({ type: 'project', id: projectId }, '/path'))
  return data.path
}

/** A page of a list that is known as a whole. */
function pageOf (list: readonly unknown[], of: readonly string[], limit: number, cursor: string | undefined): Page {
  const digest = digestOf(of, list)
  const begin = offsetIn(cursor, digest)
  const end = begin + limit
  return { items: list.slice(begin, end), cursor: end < list.length ? `${end}-${digest}` : null }
}

/** As much of a text as fits. */
function readText (
  head: object, text: string, of: readonly string[], cursor: string | undefined, tail: object
): object {
  const digest = digestOf(of, text)
  const begin = offsetIn(cursor, digest)
  for (let length = LONGEST_PIECE; ; length = Math.floor(length * 0.8)) {
    let end = Math.min(begin + length, text.length)
    if (end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1]!)) end--
    const isLast = end === text.length
    const piece = text.slice(begin, end)
    const result = isLast
      ? { ...head, description: piece, ...tail }
      : { ...head, description: piece + CUT, cursor: `${end}-${digest}`, ...tail }
    if (fits(result)) return result
  }
}

/** A cursor belongs to one part of one item, as it was when its first page was read. */
function digestOf (of: readonly string[], content: unknown): string {
  return hash('sha256', JSON.stringify([of, content]), 'base64url').slice(0, 16)
}

/** Throws InvalidParameter for the cursor of another part, or of one that has changed. */
function offsetIn (cursor: string | undefined, digest: string): number {
  if (cursor === undefined) return 0
  const [, offset, of] = /^(\d{1,9})-(.*)$/.exec(cursor) ?? []
  if (of !== digest) throw new InvalidParameter('cursor', inspect(cursor), CURSOR_RULE)
  return Number(offset)
}
