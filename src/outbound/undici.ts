import { createRequire } from 'node:module'
import type * as Undici from 'undici'

const require = createRequire(import.meta.url)

/**
 * Loaded with the first request that goes out: it takes a tenth of a second and 8 MiB, for which no start has to wait.
 */
export function undici (): typeof Undici {
  return require('undici') as typeof Undici
}

/** What the library will not send: a header that HTTP forbids, say. */
export function isRefusedRequest (error: unknown): boolean {
  return hasCode(error, 'UND_ERR_INVALID_ARG') || hasCode(error, 'UND_ERR_NOT_SUPPORTED')
}

/**
 * Something came that nobody had asked for. The library tells it from other ends of a socket by nothing but its words.
 */
export function isBadResponse (error: unknown): boolean {
  return hasCode(error, 'UND_ERR_SOCKET') && (error as Error).message === 'bad response'
}

function hasCode (error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code
}
