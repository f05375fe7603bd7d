/**
 * Makes files of this process, its threads and its children readable by its own user only: a database has secrets, and
 * the umask of most systems lets everybody read.
 */
export function keepFilesPrivate (): void {
  process.umask(0o077)
}
