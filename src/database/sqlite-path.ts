import { resolve } from 'node:path'

/** The file of a `file:` URL. A relative path is below the working directory. */
export function sqlitePath (url: string): string {
  return resolve(url.replace(/^file:(\/\/(?=\/))?/, '').replace(/\?[^]*/, ''))
}
