import { resolve } from 'node:path'

/** The file that a `file:` URL names, below the working directory where it is relative. */
export function sqlitePath (url: string): string {
  return resolve(url.replace(/^file:(\/\/(?=\/))?/, '').replace(/\?.*$/, ''))
}
