import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const TAGS = /(W\/)?"[^"]*"/g

/** Names a version of a body: the same for the same bytes, in every process. */
export function entityTag (body: string): string {
  return `"${hash('sha256', body, 'base64url')}"`
}

/** Whether an `If-None-Match` names the tag, or any. It is weak: a proxy that compresses may have marked the tag so. */
export function namesWeakly (header: string, tag: string): boolean {
  if (header.trim() === '*') return true
  return header === tag || header.match(TAGS)?.some((named) => named.replace(/^W\//, '') === tag) === true
}

/** Whether an `If-Match` names the tag, or any. Weak tags name nothing here, as RFC 9110 has it. */
function namesStrongly (header: string, tag: string): boolean {
  return header.trim() === '*' || header.match(TAGS)?.includes(tag) === true
}

/**
 * What a request's `If-Match` asks of the item that is to be changed: that a read would answer it under a tag that the
 * header names. Undefined where the header was not sent. `answer` makes the read's answer of the item.
 */
export function ifMatch<Row> (
  request: FastifyRequest, answer: (row: Row) => object
): ((row: Row) => boolean) | undefined {
  const header = request.headers['if-match']
  return header === undefined ? undefined : (row) => namesStrongly(header, entityTag(JSON.stringify(answer(row))))
}
