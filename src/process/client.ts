import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Client from '../../client/cutroom.js'
import { projectRoot } from '../basics/paths.js'
import { OperatorMistake } from '../errors.js'

/** Loads the client for programs, of which the service has the built file. */
export async function loadClient (): Promise<typeof Client> {
  return await import(pathToFileURL(join(projectRoot, 'dist/client/client.js')).href) as typeof Client
}

/** An API key from outside. Throws OperatorMistake, which does not print it, if there is none or it can be none. */
export function requireKey (key: string | undefined, named: string): string {
  if (!key) throw new OperatorMistake(`An API key is missing: ${named} names it`)
  const text = key.trim()
  if (!/^[!-~]+$/.test(text)) throw new OperatorMistake('The API key has a character that no key has, such as a line break')
  return text
}
