import { FormatRegistry, Type, type Static } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '../basics/page.js'
import { InvalidParameter } from '../errors.js'
import { inspect } from './inspect.js'
import { JSON_TYPE } from './json.js'
import { nameOf, readCursor, writeCursor, type Position } from './list/position.js'
import { writePieces } from './list/pieces.js'
import { planArray, type PlannedArray } from './list/plan.js'
import type { Key, Section } from './list/section.js'
import { linkNext } from './next-page.js'
import { sendPieces, STREAMED_LENGTH } from './piece-stream.js'
import { strict } from './schemas.js'

export { firstPage } from './list/pieces.js'
export { section } from './list/section.js'

const LARGEST_PAGE = 1000
/** The page size without `limit`, of lists that are never answered whole. */
const USUAL_PAGE = 100

export const LIMIT_RULE = `Must be a Integer from 1 to ${LARGEST_PAGE}`
export const CURSOR_RULE = 'Must be a cursor from a Link header'

/** Whether a text is a limit. */
export function isPageLimit (text: string): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= LARGEST_PAGE
}

FormatRegistry.Set('page-limit', isPageLimit)
FormatRegistry.Set('page-cursor', (value) => readCursor(value) !== null)

const Limit = Type.String({
  format: 'page-limit',
  wrongType: LIMIT_RULE,
  wrongValue: LIMIT_RULE,
  documentedAs: { type: 'integer', minimum: 1, maximum: LARGEST_PAGE },
  description: 'Maximum number of elements. By default, the answer is the whole list.'
})

/** For every list. */
export const CURSOR_DESCRIPTION = 'Start of the page: the value in the `Link` header of the previous page.'

const Cursor = Type.String({
  format: 'page-cursor',
  wrongType: CURSOR_RULE,
  wrongValue: CURSOR_RULE,
  description: CURSOR_DESCRIPTION
})

/** The optional parameters of every list. */
export const ListQuery = Type.Object({ limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) })

/** The same for lists that are never answered whole. */
export const PageQuery = strict(Type.Object({
  limit: Type.Optional({ ...Limit, description: `Maximum number of elements, ${USUAL_PAGE} by default.` }),
  cursor: Type.Optional(Cursor)
}))

type Start = Omit<Position, 'list'>

/**
 * Answers an object of arrays: whole, or the page of `limit` and `cursor`, with the next page in `Link`. Pages go
 * through the sections one after the other. Long answers are streamed.
 */
export async function sendList (
  request: FastifyRequest, reply: FastifyReply, sections: ReadonlyArray<Section<unknown>>
) {
  const { limit } = request.query as Static<typeof ListQuery>
  const start = startOf(request, sections.length)
  reply.type(JSON_TYPE)
  if (limit !== undefined) return sendPage(request, reply, sections, start, Number(limit))
  return sendPieces(
    reply,
    writePieces(
      sections,
      sections.map((_, index) =>
        index < start.sectionIndex ? null : { after: index === start.sectionIndex ? start.after : '' }
      )
    )
  )
}

/** Always answers a page. */
export async function sendPagedList (
  request: FastifyRequest, reply: FastifyReply, sections: ReadonlyArray<Section<unknown>>
) {
  const { limit = USUAL_PAGE } = request.query as Static<typeof ListQuery>
  return sendPage(request, reply.type(JSON_TYPE), sections, startOf(request, sections.length), Number(limit))
}

/** A page with other keys beside its elements. */
interface AnswerOfPage {
  readonly answer: object
  /** The key of its last element; null if no more follow. */
  readonly last: Key | null
}

/**
 * Answers a page that is small enough to be made as a whole, of a list that depends on further parameters. A cursor is
 * good for these alone.
 */
export async function sendSmallPage (
  request: FastifyRequest, reply: FastifyReply, filters: Readonly<Record<string, string>>,
  read: (page: Page) => Promise<AnswerOfPage>
): Promise<object> {
  const { limit = USUAL_PAGE } = request.query as Static<typeof ListQuery>
  const { after } = startOf(request, 1, filters)
  const { answer, last } = await read({ after, limit: Number(limit) })
  if (last !== null) {
    const position = { list: listOf(request, filters), sectionIndex: 0, after: String(last) }
    const parameters = new URLSearchParams([...Object.entries(filters), ...parametersOf(Number(limit), position)])
    linkNext(request, reply, parameters)
  }
  return answer
}

/** Throws InvalidParameter if the cursor belongs to another list. */
function startOf (request: FastifyRequest, sectionCount: number, filters: object = {}): Start {
  const { cursor } = request.query as Static<typeof ListQuery>
  if (cursor === undefined) return { sectionIndex: 0, after: '' }
  const start = readCursor(cursor)
  if (start === null || start.list !== listOf(request, filters) || start.sectionIndex >= sectionCount) {
    throw new InvalidParameter('cursor', inspect(cursor), CURSOR_RULE)
  }
  return start
}

function listOf ({ routeOptions: { url }, params }: FastifyRequest, filters: object = {}): string {
  return nameOf(url!, { ...params as object, ...filters })
}

/**
 * The end of a page must be known before its elements are written, as `Link` is a header. Small elements are read for
 * that, and sent as they are. Of large ones, of which a thousand may be a gigabyte, only the keys are read first; then
 * the page is written in pieces.
 */
async function sendPage (
  request: FastifyRequest,
  reply: FastifyReply,
  sections: ReadonlyArray<Section<unknown>>,
  start: Start,
  limit: number
) {
  const planned: Array<PlannedArray | null> = []
  let room = limit
  let next: Start | null = null
  for (const [sectionIndex, section] of sections.entries()) {
    const isSkipped: boolean = sectionIndex < start.sectionIndex || next !== null
    const array: PlannedArray | null = isSkipped
      ? null
      : await planArray(section, sectionIndex === start.sectionIndex ? start.after : '', room)
    planned.push(array)
    if (array === null) continue
    if (array.hasMore) next = { sectionIndex, after: array.keys.length === 0 ? '' : String(array.keys.at(-1)) }
    room -= array.keys.length
  }
  if (next !== null) {
    const parameters = parametersOf(limit, { list: listOf(request), ...next })
    const { include } = request.query as { readonly include?: string }
    if (include !== undefined) parameters.append('include', include)
    linkNext(request, reply, parameters)
  }

  const texts = planned.map((array) => array === null ? [] : array.texts)
  if (!isShort(texts)) return sendPieces(reply, writePieces(sections, planned))
  return reply.send(`{${sections.map(({ name }, index) => `"${name}":[${texts[index]!.join()}]`).join()}}`)
}

function isShort (texts: ReadonlyArray<string[] | null>): texts is string[][] {
  let length = 0
  return texts.every((array) => array !== null && array.every((text) => (length += text.length) < STREAMED_LENGTH))
}

/** The parameters of the page after a position. */
export function parametersOf (limit: number, position: Position): URLSearchParams {
  return new URLSearchParams({ limit: String(limit), cursor: writeCursor(position) })
}
