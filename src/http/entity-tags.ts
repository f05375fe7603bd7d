import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const TAGS = /(W\/)?"[^"]*"/g

/** The tag of a body: the same for the same bytes, in every process. */
export function entityTag (body: string): string {
  return `"${hash('sha256', body, 'base64url')}"`
}

/** Whether an `If-None-Match` matches the tag. The comparison is weak, as a compressing proxy may weaken the tag. */
export function namesWeakly (header: string, tag: string): boolean {
  if (header.trim() === '*') return true
  return header === tag || header.match(TAGS)?.some((named) => named.replace(/^W\//, '') === tag) === true
}

/** Whether an `If-Match` matches the tag. Weak tags never match (RFC 9110). */
function namesStrongly (header: string, tag: string): boolean {
  return header.trim() === '*' || header.match(TAGS)?.includes(tag) === true
}

/**
 * The condition of an `If-Match`: the tag of the item, as a GET would answer it, is among those of the header.
 * Undefined without the header. `answer` makes the body of that GET.
 */
export function ifMatch<Row> (
  request: FastifyRequest, answer: (row: Row) => object
): ((row: Row) => boolean) | undefined {
  return ifMatchText(request, (row: Row) => JSON.stringify(answer(row)))
}

/** The same, where the body is made as text. */
export function ifMatchText<Row> (
  request: FastifyRequest, write: (row: Row) => string
): ((row: Row) => boolean) | undefined {
  const header = request.headers['if-match']
  return header === undefined ? undefined : (row) => namesStrongly(header, entityTag(write(row)))
}
