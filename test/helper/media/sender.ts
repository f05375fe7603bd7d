import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

const CHUNK = 64 * 1024

/** A file of a sender. */
export interface SentFile {
  readonly bytes: Buffer
  readonly contentType?: string
  /** As in the header, with its quotes; null for none. Default: `"1"`. */
  readonly etag?: string | null
  readonly lastModified?: Date
  /** Whether ranges are supported. Default: true. */
  readonly ranges?: boolean
  /** The bytes of its body after which the n-th request (from 0) breaks off; Infinity for never. */
  readonly dropAfter?: (request: number) => number
}

export interface Sender {
  /** Without a slash at the end. */
  readonly url: string
  /** The requests, in order. */
  readonly requests: IncomingMessage[]
}

/** An HTTP server on loopback, stopped when the test ends. */
export async function startSender (t: Test, answer: RequestListener): Promise<Sender> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    response.on('error', () => {})
    answer(request, response)
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

/** Sends one file, at every path. */
export async function startFileSender (t: Test, file: SentFile): Promise<Sender> {
  let served = 0
  return startSender(t, (request, response) => {
    sendFile(request, response, file, served++).catch(() => response.destroy())
  })
}

/** Answers one request with the file. */
export async function sendFile (
  request: IncomingMessage, response: ServerResponse, file: SentFile, index = 0
): Promise<void> {
  const {
    bytes,
    contentType = 'application/octet-stream',
    etag = '"1"',
    lastModified,
    ranges = true,
    dropAfter = () => Infinity
  } = file
  response.setHeader('content-type', contentType)
  if (etag !== null) response.setHeader('etag', etag)
  if (lastModified !== undefined) response.setHeader('last-modified', lastModified.toUTCString())
  const start = ranges ? startOf(request, [etag, lastModified?.toUTCString()]) : 0
  if (start > 0 && start >= bytes.length) {
    response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end()
    return
  }
  const body = bytes.subarray(start)
  response.setHeader('content-length', body.length)
  if (start > 0) response.setHeader('content-range', `bytes ${start}-${bytes.length - 1}/${bytes.length}`)
  response.writeHead(start > 0 ? 206 : 200)

  const limit = Math.min(body.length, dropAfter(index))
  for (let sent = 0; sent < limit; sent += CHUNK) {
    const chunk = body.subarray(sent, Math.min(sent + CHUNK, limit))
    await new Promise<void>((resolve) => { response.write(chunk, () => resolve()) })
  }
  if (limit < body.length) response.destroy()
  else response.end()
}

/** The beginning of the requested range; 0 for the whole file. */
function startOf ({ headers }: IncomingMessage, validators: Array<string | null | undefined>): number {
  const match = /^bytes=(\d+)-$/.exec(headers.range ?? '')
  if (match === null) return 0
  const ifRange = headers['if-range'] as string | undefined
  return ifRange === undefined || validators.includes(ifRange) ? Number(match[1]) : 0
}
