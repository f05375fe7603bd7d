import type { IncomingHttpHeaders } from 'node:http'
import { basename, dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { send } from '@fastify/send'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFound } from '../errors.js'
import { replaceTag } from './entity-tags.js'

/** The answer to a request for a file: the file, a part of it, or a status without a body. */
export interface FileAnswer {
  readonly statusCode: 200 | 206 | 304 | 412 | 416
  readonly headers: Readonly<Record<string, string>>
  /** Null without a body; empty for HEAD. */
  readonly body: Readable | null
}

/** A file whose bytes never change. */
export interface ServedFile {
  /** The bytes, if they are few, or their place: a local file, or a URL of the storage. */
  readonly source:
    | { readonly kind: 'file', readonly path: string }
    | { readonly kind: 'url', readonly url: string }
    | { readonly kind: 'bytes', readonly bytes: Buffer }
  readonly contentType: string
  readonly disposition: string
  /** Identifies the bytes. */
  readonly digest: string
  /** Seconds for which the answer may be cached. */
  readonly expiresIn: number
  /** Called before the first byte of a body. */
  readonly onServed?: () => Promise<void>
}

/** Answers a GET or HEAD by a file, or by a redirect to it. Throws NotFound if it is missing. */
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

  if (source.kind === 'bytes') {
    if (method === 'GET') await onServed()
    return reply.headers({ etag: `"${digest}"`, 'cache-control': `private, max-age=${expiresIn}` }).type(contentType)
      .header('content-disposition', disposition).send(source.bytes)
  }

  const { statusCode, headers: ofFile, body } = await answerWithFile(method, request.headers, source.path, digest)
  try {
    if (method === 'GET' && statusCode < 400 && body !== null) await onServed()
  } catch (error) {
    // Headers of the file are set later: a cache must not keep the failure in its place.
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
 * Makes the answer to a GET or HEAD of a file whose bytes never change: whole, a range, 304, 412 or 416. `digest`
 * becomes a strong ETag. Throws NotFound if the file is missing.
 */
export async function answerWithFile (
  method: string, sent: IncomingHttpHeaders, path: string, digest: string
): Promise<FileAnswer> {
  const etag = `"${digest}"`
  // Clients add `Cache-Control: no-cache` to conditional requests (fetch does). It is meant for caches, but the library
  // would send the whole file.
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
 * The library's own ETag is made of size and time, which is too weak for clients to join two parts by it. Ours is
 * translated into the library's. Where parts are to be joined it has to be exactly ours: a tag that a compressing proxy
 * has changed belongs to other bytes.
 */
function translateETag (headers: IncomingHttpHeaders, etag: string, theirs: string): void {
  const { 'if-none-match': known, 'if-match': expected, 'if-range': ofPart, range } = headers
  if (known !== undefined) headers['if-none-match'] = replaceTag(known, etag, theirs)
  if (expected !== undefined) {
    headers['if-match'] = range === undefined
      ? replaceTag(expected, etag, theirs)
      : expected.replace(new RegExp(`(?<!W/)${etag}`, 'g'), theirs)
  }
  if (ofPart === etag) headers['if-range'] = theirs
}

/**
 * The library answers 416 for a suffix that is longer than the file, and for a malformed range. The former means the
 * whole file (RFC 9110, 14.1.2); the latter is ignored, like several ranges.
 */
function plainRange (range: string | undefined, size: number): string | undefined {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range ?? '')
  if (match === null) return undefined
  const [, first, last] = match as unknown as [string, string, string]
  if (first === '') return last === '' ? undefined : `bytes=-${Math.min(Number(last), size)}`
  return last !== '' && Number(last) < Number(first) ? undefined : `bytes=${first}-${last}`
}
