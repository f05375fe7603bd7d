import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Client from '../../client/cutroom.js'
import { projectRoot } from '../basics/paths.js'

/** Loads the client for programs, of which the service has the built file. */
export async function loadClient (): Promise<typeof Client> {
  return await import(pathToFileURL(join(projectRoot, 'dist/client/client.js')).href) as typeof Client
}
