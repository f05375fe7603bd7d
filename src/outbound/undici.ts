/** The receiver has sent bytes out of turn. The library tells this apart by its message only. */
export function isBadResponse (error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'UND_ERR_SOCKET' &&
    error.message === 'bad response'
}
