/**
 * Something came that nobody had asked for. The library tells it from other ends of a socket by nothing but its words.
 */
export function isBadResponse (error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'UND_ERR_SOCKET' &&
    error.message === 'bad response'
}
