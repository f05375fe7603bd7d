import type { World } from './app.js'
import type { Client } from './app.js'
import { succeed } from './items.js'

export const CSV = { 'content-type': 'text/csv' }
export const NDJSON = { 'content-type': 'application/x-ndjson' }

/** Sends a file. Its import does not begin before `workImports`. */
export async function sendImport (
  client: Client, file: string | Buffer, { query = '', headers = CSV as Record<string, string> } = {}
): Promise<any> {
  return (await succeed(client.send('POST', `imports${query}`, file, headers))).import
}

/** Runs all imports, as the background loop would. */
export async function workImports ({ app }: Pick<World, 'app'>): Promise<void> {
  const { signal } = new AbortController()
  while (await app.importJob.run(signal, () => {}) === 'more');
}

/** Sends a file and waits for the end of its import. */
export async function runImport (
  world: Pick<World, 'app' | 'admin'>,
  file: string | Buffer,
  options: { query?: string, headers?: Record<string, string>, client?: Client } = {}
): Promise<{ import: any, errors: any[] }> {
  const client = options.client ?? world.admin
  const { id } = await sendImport(client, file, options)
  await workImports(world)
  return succeed(client.get(`imports/${id}`))
}

/** The result of an import, without what differs from run to run. */
export function countsOf ({ import: { status, rows, created, updated, unchanged, failed, error } }: { import: any }) {
  return { status, rows, created, updated, unchanged, failed, error }
}

export const done = (figures: object) => ({
  status: 'done',
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  error: null,
  ...figures
})
