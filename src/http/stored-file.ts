import type { IncomingHttpHeaders } from 'node:http'
import { basename, dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { send } from '@fastify/send'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFound } from '../errors.js'

/** An answer with a file, or with a part of it, or one that says that the client has it already. */
export interface FileAnswer {
  readonly statusCode: 200 | 206 | 304 | 412 | 416
  readonly headers: Readonly<Record<string, string>>
  /** Null where there is no body; empty for HEAD. */
  readonly body: Readable | null
}

/** A file whose bytes never change, and how it is served. */
export interface ServedFile {
  /** Where the bytes are: a file here, or a URL at which a storage serves them. */
  readonly source: { readonly kind: 'file', readonly path: string } | { readonly kind: 'url', readonly url: string }
  readonly contentType: string
  readonly disposition: string
  /** Names the bytes. */
  readonly digest: string
  /** Seconds for which the answer may be kept. */
  readonly expiresIn: number
  /** Told before the first byte of a body goes out. */
  readonly onServed?: () => Promise<void>
}

/** Answers a GET or HEAD with a file, or leads to where it is. Throws NotFound where it is not there. */
export async function sendStoredFile (
  request: FastifyRequest, reply: FastifyReply, headers: Readonly<Record<string, string>>,
  { source, contentType, disposition, digest, expiresIn, onServed = async () => {} }: ServedFile
): Promise<FastifyReply> {
  const { method } = request
  reply.headers(headers)
  if (source.kind === 'url') {
    if (method === 'GET') await onServed()
    return reply.header('cache-control', 'no-store').redirect(source.url, 302)
  }

  const { statusCode, headers: ofFile, body } = await answerWithFile(method, request.headers, source.path, digest)
  try {
    if (method === 'GET' && statusCode < 400 && body !== null) await onServed()
  } catch (error) {
    // Before any header of the file: a failure must not be kept by a cache in its place.
    body?.destroy()
    throw error
  }
  reply.code(statusCode).headers(ofFile)
  if (statusCode >= 400) return reply.send()
  reply.header('cache-control', `private, max-age=${expiresIn}`)
  if (body === null) return reply.send()
  return reply.type(contentType).header('content-disposition', disposition).send(body)
}

/**
 * Prepares the answer to a GET or HEAD of a file whose bytes never change: whole, a range of it, 304, 412 or 416.
 * `digest` names the bytes and becomes a strong ETag. Throws NotFound where the file is not there.
 */
export async function answerWithFile (
  method: string, sent: IncomingHttpHeaders, path: string, digest: string
): Promise<FileAnswer> {
  const etag = `"${digest}"`
  // `Cache-Control: no-cache`, which clients add to a condition of their own (fetch does), asks caches to ask us: the
  // library takes it for a wish to have the whole file again.
  const { 'cache-control': _, ...headers } = sent
  const request = { method, headers }
  const result = await send(request as unknown as Readable, basename(path), {
    root: dirname(path),
    index: false,
    cacheControl: false,
    contentType: false,
    onFile: (_path, { size, mtime }) => {
      translateETag(request.headers, etag, `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`)
      request.headers.range = plainRange(sent.range, size)
    }
  })
  if (result.type === 'error') {
    const { statusCode, headers } = result
    if (statusCode !== 412 && statusCode !== 416) throw new NotFound()
    const range = headers['Content-Range']
    return { statusCode, headers: range === undefined ? {} : { 'content-range': range }, body: null }
  }
  return {
    statusCode: result.statusCode as 200 | 206 | 304,
    headers: { ...result.headers, ETag: etag },
    body: result.statusCode === 304 ? null : result.stream
  }
}

/**
 * The library knows a file by its size and time, by which no client may put two parts of it together. Where the client
 * asks with our ETag, it is asked with its own. A weak form of ours only counts where the rules let it (RFC 9110,
 * 13.1).
 */
function translateETag (headers: IncomingHttpHeaders, etag: string, theirs: string): void {
  const strong = new RegExp(`(?<!W/)${etag}`, 'g')
  const weakOrStrong = new RegExp(`(?:W/)?${etag}`, 'g')
  if (headers['if-none-match'] !== undefined) {
    headers['if-none-match'] = headers['if-none-match'].replace(weakOrStrong, theirs)
  }
  if (headers['if-match'] !== undefined) headers['if-match'] = headers['if-match'].replace(strong, theirs)
  if (headers['if-range'] === etag) headers['if-range'] = theirs
}

/**
 * A range as the library understands it, which answers 416 where a last part is asked for that is longer than the file,
 * and where a range is none at all. The first means the whole file (RFC 9110, 14.1.2), the second is as if it were not
 * there, like several ranges.
 */
function plainRange (range: string | undefined, size: number): string | undefined {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range ?? '')
  if (match === null) return undefined
  const [, first, last] = match as unknown as [string, string, string]
  if (first === '') return last === '' ? undefined : `bytes=-${Math.min(Number(last), size)}`
  return last !== '' && Number(last) < Number(first) ? undefined : `bytes=${first}-${last}`
}
