import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const TAGS = /(?:W\/)?"[^"]*"/g
/** What compressing proxies add: Apache and Caddy `-gzip`, Jetty `--gzip`, LiteSpeed `;gz`. nginx weakens the tag. */
const ENCODING = /(?:--?|;)(?:gzip|gz|br|zstd|deflate)(?="$)/

/** The tag of a body: the same for the same bytes, in every process. */
export function entityTag (body: string | Buffer): string {
  return `"${hash('sha256', body, 'base64url')}"`
}

/** Whether a condition names the tag, or any. Both headers are read alike: a proxy that compresses changes our tags. */
export function isNamed (header: string, tag: string): boolean {
  return header.trim() === '*' || header.match(TAGS)?.some((named) => isFormOf(named, tag)) === true
}

/** Replaces the tag in a condition, and its forms. */
export function replaceTag (header: string, tag: string, other: string): string {
  return header.replace(TAGS, (named) => isFormOf(named, tag) ? other : named)
}

function isFormOf (named: string, tag: string): boolean {
  const strong = named.replace(/^W\//, '')
  return strong === tag || strong.replace(ENCODING, '') === tag
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
  return header === undefined ? undefined : (row) => isNamed(header, entityTag(write(row)))
}
