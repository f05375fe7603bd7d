import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../../src/basics/paths.js'
import type * as Client from '../../client/cutroom.js'
import type { World } from './app.js'
import { portOf } from './connection.js'

let built: Promise<unknown> | undefined

/** Builds the clients, for TypeScript and for Python, if they are not those of the present sources. */
export async function buildClients (): Promise<void> {
  built ??= promisify(execFile)(process.execPath, [join(projectRoot, 'scripts/build.js')])
  await built
}

/** Loads the client for TypeScript as programs do: one file. */
export async function loadClient (): Promise<typeof Client> {
  await buildClients()
  return await import(join(projectRoot, 'dist/client/client.js')) as typeof Client
}

/** Where an app listens. */
export async function listeningUrl ({ app }: Pick<World, 'app'>): Promise<string> {
  return `http://127.0.0.1:${await portOf(app)}`
}

/** What a `CutroomError` has, for `t.rejects`, whose types know only those of errors. */
export function expected (error: Readonly<Record<string, unknown>>): Error {
  return error as unknown as Error
}
