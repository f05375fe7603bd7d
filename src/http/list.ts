import { Readable } from 'node:stream'
import { FormatRegistry, Type, type Static } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { InvalidParameter } from '../errors.js'
import type { Page } from '../page.js'
import { inspect } from './inspect.js'
import { JSON_TYPE } from './json.js'
import { strict } from './schemas.js'

const LARGEST_PAGE = 1000
/** A list that is asked for as a whole is read in pages of this size, so that memory stays flat however long it is. */
const STREAMED_PAGE = 500
/** A page of a list that is never answered whole, where no limit is sent. */
const USUAL_PAGE = 100

const LIMIT_RULE = `Must be a Integer from 1 to ${LARGEST_PAGE}`
const CURSOR_RULE = 'Must be a cursor from a Link header'

FormatRegistry.Set('page-limit', (value) => /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= LARGEST_PAGE)
FormatRegistry.Set('page-cursor', (value) => readCursor(value) !== null)

const Limit = Type.String({
  format: 'page-limit',
  wrongType: LIMIT_RULE,
  wrongValue: LIMIT_RULE,
  documentedAs: { type: 'integer', minimum: 1, maximum: LARGEST_PAGE },
  description: 'So many elements at most. Without it the list is answered whole.'
})

const Cursor = Type.String({
  format: 'page-cursor',
  wrongType: CURSOR_RULE,
  wrongValue: CURSOR_RULE,
  description: 'Where the page begins: taken from the `Link` header of the page before.'
})

/** The optional parameters of every list. */
export const ListQuery = Type.Object({ limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) })

/** The same for lists that are never answered whole. */
export const PageQuery = strict(Type.Object({
  limit: Type.Optional({ ...Limit, description: `So many elements at most, ${USUAL_PAGE} unless told.` }),
  cursor: Type.Optional(Cursor)
}))

/** One array of the answer: its name, how to read a page of it, and each element's key and its JSON. */
export interface Section<Element> {
  readonly name: string
  readonly read: (page: Page) => Promise<Element[]> | Element[]
  readonly keyOf: (element: Element) => string | number
  readonly toJson: (element: Element) => string
  /** How many elements are read at once for a whole list; 500 unless told. Large elements want fewer. */
  readonly pageSize?: number
}

/** Makes a section, and keeps its element's type to itself. */
export function section<Element> (section: Section<Element>): Section<unknown> {
  return section as Section<unknown>
}

export interface Position {
  readonly sectionIndex: number
  readonly after: string
}

/**
 * Answers an object of arrays: whole, or the page that `limit` and `cursor` ask for, with the way to the next one in `Link`.
 * Pages run through the sections one after the other. A long list is streamed.
 */
export async function sendList (request: FastifyRequest, reply: FastifyReply, sections: ReadonlyArray<Section<unknown>>) {
  const { limit } = request.query as Static<typeof ListQuery>
  const start = startOf(request, sections)
  reply.type(JSON_TYPE)
  if (limit !== undefined) return sendPage(request, reply, sections, start, Number(limit))

  const parts = streamParts(sections, start)
  const first = await nextText(parts)
  if (first.last) return reply.send(first.text)
  return reply.send(Readable.from((async function * () {
    yield first.text
    yield * parts
  })()))
}

/** Answers a page in any case. */
export async function sendPagedList (request: FastifyRequest, reply: FastifyReply, sections: ReadonlyArray<Section<unknown>>) {
  const { limit = USUAL_PAGE } = request.query as Static<typeof ListQuery>
  return sendPage(request, reply.type(JSON_TYPE), sections, startOf(request, sections), Number(limit))
}

function startOf ({ query }: FastifyRequest, sections: ReadonlyArray<Section<unknown>>): Position {
  const { cursor } = query as Static<typeof ListQuery>
  const start = cursor === undefined ? { sectionIndex: 0, after: '' } : readCursor(cursor)!
  if (start.sectionIndex >= sections.length) throw new InvalidParameter('cursor', inspect(cursor), CURSOR_RULE)
  return start
}

/** The beginning of a list, up to where it would have to wait for more than its first page of each section. */
async function nextText (parts: AsyncGenerator<string>) {
  let text = ''
  for (let count = 0; count < 4; count++) {
    const { done, value } = await parts.next()
    if (done === true) return { text, last: true }
    text += value
  }
  return { text, last: false }
}

async function * streamParts (sections: ReadonlyArray<Section<unknown>>, start: Position): AsyncGenerator<string> {
  for (const [index, { name, read, keyOf, toJson, pageSize = STREAMED_PAGE }] of sections.entries()) {
    let text = `${index === 0 ? '{' : ','}"${name}":[`
    if (index >= start.sectionIndex) {
      let after = index === start.sectionIndex ? start.after : ''
      for (let first = true, more = true; more; first = false) {
        const elements = await read({ after, limit: pageSize })
        more = elements.length === pageSize
        if (elements.length > 0) {
          text += (first ? '' : ',') + elements.map((element) => toJson(element)).join()
          after = String(keyOf(elements.at(-1)))
        }
        if (more) yield text
        if (more) text = ''
      }
    }
    yield `${text}]${index === sections.length - 1 ? '}' : ''}`
  }
}

async function sendPage (request: FastifyRequest, reply: FastifyReply, sections: ReadonlyArray<Section<unknown>>, start: Position, limit: number) {
  const arrays: string[] = []
  let room = limit
  let next: Position | null = null
  for (const [sectionIndex, { name, read, keyOf, toJson }] of sections.entries()) {
    const after = sectionIndex === start.sectionIndex ? start.after : ''
    const skipped: boolean = sectionIndex < start.sectionIndex || next !== null
    const elements: unknown[] = skipped ? [] : await read({ after, limit: room + 1 })
    const shown = elements.slice(0, room)
    arrays.push(`"${name}":[${shown.map((element) => toJson(element)).join()}]`)
    if (elements.length > room) next = { sectionIndex, after: shown.length === 0 ? '' : String(keyOf(shown.at(-1))) }
    room -= shown.length
  }
  if (next !== null) reply.header('link', `<${request.server.publicUrls.linkBase(request)}${nextUrl(request.originalUrl, limit, next)}>; rel="next"`)
  return reply.send(`{${arrays.join()}}`)
}

/** Where the page is that begins after a position. */
export function nextUrl (url: string, limit: number, position: Position): string {
  const parameters = new URLSearchParams({ limit: String(limit), cursor: writeCursor(position) })
  return `${url.replace(/[?#].*$/, '')}?${parameters}`
}

export function writeCursor ({ sectionIndex, after }: Position): string {
  return Buffer.from(`${sectionIndex}:${after}`).toString('base64url')
}

function readCursor (text: string): Position | null {
  const match = /^(\d):([\w-]{0,64})$/.exec(Buffer.from(text, 'base64url').toString())
  if (match === null) return null
  const position = { sectionIndex: Number(match[1]), after: match[2]! }
  // Decoding leaves out what is not base64url.
  return writeCursor(position) === text ? position : null
}
