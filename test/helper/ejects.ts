import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toDatabase } from '#src/basics/time.js'
import { HOUR_MS } from '#src/basics/units.js'
import { systemCaller } from '#src/core/caller.js'
import { statement } from '#src/database/sql.js'
import { createWorld, dialects, type Client, type World } from './app.js'
import { addAsset, addItemTo, succeed } from './items.js'
import { startSender, sendFile } from './media/sender.js'
import { attachReady, mediaSettings, readUntil } from './media/world.js'

type Test = Parameters<typeof createWorld>[0]

/** A service from which files go out to the folder `out`, and come in from `ingest`. */
export async function openWithEjects (
  t: Test, dialect: typeof dialects[number], environment: Record<string, string> = {}
) {
  t.teardown(() => {})
  const folder = t.testdir({ media: {}, out: {}, ingest: {} })
  const out = join(folder, 'out')
  const LOCATIONS = `out=${out},ingest=${join(folder, 'ingest')}`
  const world = await createWorld(t, dialect, { ...mediaSettings(t, join(folder, 'media')), LOCATIONS, ...environment })
  const { admin } = world
  const sender = await startSender(t, (request, response) => {
    sendFile(request, response, { bytes: Buffer.from(request.url!) }).catch(() => response.destroy())
  })
  const dropFolder = (body: object = {}) => succeed(admin.post('drop_folders', {
    title: 'Masters', direction: 'out', location: 'out', ...body
  })).then((body) => body.drop_folder)
  /** A file's bytes are the path from which it came. */
  const addFile = async (name: string, { bytes = `/${name}`, within }: { bytes?: string, within?: string } = {}) => {
    const { id } = within === undefined ? await addAsset(admin) : await addItemTo(admin, 'assets', within)
    await attachReady(admin, id, sender.url + bytes, name)
    return id as string
  }
  const eject = async (path: string, body: object, client: Client = admin) =>
    (await succeed(client.post(`${path}/ejects`, body))).eject
  const read = (id: string, client: Client = admin): Promise<any> => succeed(client.get(`ejects/${id}`))
  const ended = (id: string) => readUntil(() => read(id), ({ eject }) => eject.finished_at !== null)
  const files = (path = '') => readdirSync(join(out, path), { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.cutroom')
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(out.length + 1)).sort()
  const text = (path: string) => readFileSync(join(out, path), 'utf8')
  return { ...world, out, folder, dropFolder, addFile, eject, read, ended, files, text }
}

const listRows = statement<{ failing_since: string | null, due_at: string | null }>('', (sql) => `
  SELECT ${sql.milliseconds('failing_since')} AS failing_since, ${sql.milliseconds('due_at')} AS due_at FROM eject_files WHERE eject_id = $1 ORDER BY position`)
const hurryRows = statement('', (sql) => `UPDATE eject_files SET due_at = ${sql.moment('$2')}, failing_since = ${sql.moment('$3')}
  WHERE eject_id = $1 AND status = 'waiting' AND asset_id IS NOT NULL`)

export const rowsOf = async (app: World['app'], id: string) => app.database.reads.sql.all(listRows, [id])

/** Makes the files of an eject due, as if they had failed for some hours. */
export async function hurry (app: World['app'], id: string, hours = 0): Promise<void> {
  const now = new Date()
  const since = new Date(now.getTime() - hours * HOUR_MS)
  await app.transact(systemCaller(), async ({ sql }) => sql.run(hurryRows, [id, toDatabase(now), toDatabase(since)]))
}

/** Something that a test waits for, and what says that it is there. */
export function promised (): { readonly promise: Promise<void>, readonly resolve: () => void } {
  let tell = () => {}
  const promise = new Promise<void>((resolve) => { tell = resolve })
  return { promise, resolve: () => tell() }
}
