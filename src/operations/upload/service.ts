import { createReadStream } from 'node:fs'
import { request as overHttp, type IncomingHttpHeaders } from 'node:http'
import { request as overHttps } from 'node:https'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { OperatorMistake } from '../../errors.js'
import { userAgent } from '../../process/version.js'

/** A service that is silent for longer counts as lost. */
const SILENCE_MS = 2 * 60_000

const TUS = { 'tus-resumable': '1.0.0' }

/** An answer that is no success. */
export class Refused extends Error {
  override name = 'Refused'

  constructor (readonly status: number, message: string, readonly retryAfterMs: number | null = null) {
    super(message)
  }
}

/** Whether a repetition may help: the connection was lost, or the service says so. */
export function mayPass (error: unknown): boolean {
  if (!(error instanceof Refused)) return typeof (error as NodeJS.ErrnoException).code === 'string'
  return error.status >= 500 || [408, 409, 423, 425, 429].includes(error.status)
}

interface Sent {
  readonly headers?: Record<string, string | number>
  readonly body?: string | Readable
}

interface Answer {
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export type Service = ReturnType<typeof createService>

/** Requests to a service. Throws Refused, and failures of connections, which have a `code`. */
export function createService ({ url: base, key }: { url: string, key: string }) {
  async function send (method: string, path: string, { headers, body }: Sent): Promise<Answer> {
    const url = new URL(base + path)
    const start = url.protocol === 'https:' ? overHttps : overHttp
    return new Promise((resolve, reject) => {
      const request = start(url, { method, headers: { 'user-agent': userAgent, ...headers } })
      request.setTimeout(SILENCE_MS, () => {
        request.destroy(Object.assign(new Error('the service is silent'), { code: 'ETIMEDOUT' }))
      })
      request.on('error', reject)
      request.on('response', (response) => {
        text(response).then((said) => {
          const { statusCode: status = 0 } = response
          if (status >= 200 && status < 300) resolve({ headers: response.headers, text: said })
          else reject(refusal(status, said, response.headers))
        }, reject).finally(() => {
          // An answer may come before everything was sent: the rest is not needed.
          if (request.writableEnded) return
          if (typeof body === 'object') body.destroy()
          request.destroy()
        })
      })
      if (typeof body === 'object') body.on('error', (error) => request.destroy(unreadable(error))).pipe(request)
      else request.end(body)
    })
  }

  async function ask (method: string, path: string, body?: object, idempotencyKey?: string): Promise<any> {
    const headers = {
      'x-api-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey })
    }
    const { text: said } = await send(method, `/api/v2${path}`, { headers, body: JSON.stringify(body) })
    const error = errorIn(said)
    if (error !== null) throw new Refused(200, error)
    return JSON.parse(said)
  }

  return {
    /** The user of the key, and whether it may write. */
    whoAmI: async (): Promise<{ user: { id: number }, api_key: { scope: string } }> => {
      const answer = await ask('GET', '/user').catch((error: unknown) => {
        throw error instanceof SyntaxError ? new Refused(200, 'It answers with something else') : error
      })
      if (answer?.user === undefined) throw new Refused(200, 'It answers with something else')
      return answer
    },

    createAsset: async (title: string, idempotencyKey: string): Promise<string> =>
      (await ask('POST', '/assets', { title }, `${idempotencyKey} asset`)).asset.id,

    hasAsset: async (id: string): Promise<boolean> =>
      ask('GET', `/assets/${encodeURIComponent(id)}`).then(() => true, (error) => {
        if (error instanceof Refused && error.status === 404) return false
        throw error
      }),

    /** Returns the path of the upload. Its host may be another name of the service. */
    createUpload: async (
      assetId: string, wanted: { filename: string, size: number }, idempotencyKey: string
    ): Promise<string> => {
      const path = `/assets/${encodeURIComponent(assetId)}/uploads`
      const { upload: { url } } = await ask('POST', path, wanted, `${idempotencyKey} upload`)
      return /\/uploads\/[^/]+$/.exec(url)![0]
    },

    /** The number of received bytes. */
    offsetOf: async (upload: string): Promise<number> =>
      Number((await send('HEAD', upload, { headers: TUS })).headers['upload-offset']),

    /** Sends a part of a file, and returns the number of received bytes. */
    sendPiece: async (
      upload: string,
      file: string,
      { start, length }: { start: number, length: number },
      onBytes: (bytes: number) => void
    ): Promise<number> => {
      const headers = {
        ...TUS, 'upload-offset': start, 'content-type': 'application/offset+octet-stream', 'content-length': length
      }
      if (length === 0) return Number((await send('PATCH', upload, { headers })).headers['upload-offset'])
      const body = createReadStream(file, { start, end: start + length - 1, highWaterMark: 256 * 1024 })
      body.on('data', (chunk) => onBytes(chunk.length))
      return Number((await send('PATCH', upload, { headers, body })).headers['upload-offset'])
    },

    /** Cancels an upload. */
    cancel: async (upload: string): Promise<unknown> => send('DELETE', upload, { headers: TUS })
  }
}

function refusal (status: number, said: string, headers: IncomingHttpHeaders): Refused {
  const seconds = Number(headers['retry-after'])
  const retryAfterMs = Number.isFinite(seconds) && headers['retry-after'] !== undefined ? seconds * 1000 : null
  if (headers.location !== undefined) return new Refused(status, `It redirects to ${headers.location}`)
  return new Refused(status, errorIn(said) ?? `The service answered ${status}`, retryAfterMs)
}

/** The error in an answer, or null. */
function errorIn (said: string): string | null {
  try {
    const error: unknown = JSON.parse(said).error
    return typeof error === 'string' ? error : null
  } catch {
    return null
  }
}

/** A failure of the file is no failure of the connection. */
function unreadable ({ message }: Error): OperatorMistake {
  return new OperatorMistake(`The file cannot be read: ${message}`)
}
