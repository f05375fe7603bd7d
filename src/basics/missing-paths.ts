/** Whether nothing is at a path, or no folder is where one would have to be. */
export function isMissingPath (error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
}

/** For callers to whom a missing file is no error. */
export function nullWhereMissing (error: unknown): null {
  if (isMissingPath(error)) return null
  throw error
}
