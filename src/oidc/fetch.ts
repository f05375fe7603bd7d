import { MEBIBYTE } from '../basics/units.js'
import { isLoopbackHost } from '../process/loopback.js'
import { userAgent } from '../basics/version.js'

/** The bounds of a request to the provider. */
const LONGEST_MS = 10_000
const MOST_BYTES = MEBIBYTE

/**
 * Requests to the provider, which is the operator's: private addresses are allowed. Bounded in time and in size,
 * without redirects, and without TLS on this machine only.
 */
export async function fetchFromProvider (url: string, options: RequestInit): Promise<Response> {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopbackHost(hostname))) {
    throw new Error('the provider names an address without TLS')
  }
  const headers = new Headers(options.headers)
  headers.set('user-agent', userAgent)
  const signals = [AbortSignal.timeout(LONGEST_MS), ...(options.signal == null ? [] : [options.signal])]
  const answer = await fetch(url, { ...options, headers, redirect: 'manual', signal: AbortSignal.any(signals) })
  const body = await readAll(answer)
  // Answers with these two statuses must not have a body.
  const { status } = answer
  return new Response(status === 204 || status === 304 ? null : body, { status, headers: [...answer.headers] })
}

async function readAll (answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of answer.body ?? []) {
    size += (piece as Uint8Array).length
    // Leaving the loop ends the connection.
    if (size > MOST_BYTES) throw new Error('the provider sends too much')
    pieces.push(piece as Uint8Array)
  }
  return new Uint8Array(Buffer.concat(pieces))
}
