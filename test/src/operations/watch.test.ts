import { createHash, randomBytes } from 'node:crypto'
import {
  appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, unlinkSync, utimesSync, writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createOperations } from '#src/cli/operations.js'
import { watchFolder, type WatchOptions } from '#src/operations/upload/watch/watch.js'
import type { World } from '../../helper/app.js'
import { loadClient } from '../../helper/client.js'
import { portOf } from '../../helper/connection.js'
import { addProject, succeed } from '../../helper/items.js'
import { isRefused, runProgram, startProgram } from '../../helper/program.js'
import { inOneAppWithMedia, readUntil } from '../../helper/media/world.js'
import { breakAfter, stallAfter, startFront, type Meddle } from '../../helper/front.js'

await loadClient()
t.jobs = 4

const inAnAccount = inOneAppWithMedia()
const MEBIBYTE = 1024 ** 2
const silent = { report: () => {}, end: () => {} }
const digest = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A drop folder without a location, a folder to watch, and the command. */
async function serve (t: Test, { app, admin, adminKey: key }: World, meddle: Meddle = () => false, rules: object = {}) {
  const port = await portOf(app)
  const { url, requests } = await startFront(t, () => port, meddle)
  const project = await addProject(admin)
  const { drop_folder: folder } = await succeed(admin.post('drop_folders', {
    title: 'Watched', project_id: project.id, settle: 2, ...rules
  }))
  const root = t.testdir()
  const lines: string[] = []
  const watch = (options: Partial<WatchOptions> = {}) => watchFolder({
    folder: root,
    to: String(folder.id),
    url,
    key,
    once: true,
    lookMs: 200,
    progress: silent,
    tell: (line) => { lines.push(line) },
    stopping: new AbortController().signal,
    ...options
  })
  const titles = async (): Promise<string[]> =>
    (await succeed(admin.get(`projects/${project.id}/assets`))).assets.map(({ title }: any) => title).sort()
  const arrivals = async (): Promise<any[]> => (await succeed(admin.get(`drop_folders/${folder.id}/arrivals`))).arrivals
  const environment = { CUTROOM_URL: url, CUTROOM_KEY: key }
  return { url, requests, root, lines, watch, titles, arrivals, folder, environment }
}

inAnAccount('What is in a watched folder becomes assets, once, by the rules of the drop folder', async (t, world) => {
  const { watch, root, titles, arrivals, lines } = await serve(t, world, undefined, { ignore: ['no*'], subfolders: 'create' })
  mkdirSync(join(root, 'card/BPAV'), { recursive: true })
  for (const path of ['a.txt', '.hidden', 'x.part', 'no.txt', 'card/BPAV/x.txt']) writeFileSync(join(root, path), path)
  mkdirSync(join(root, 'Day 1'))
  writeFileSync(join(root, 'Day 1/b.txt'), 'b')
  writeFileSync(join(root, 'Day 1/b copy.txt'), 'b')
  symlinkSync('/etc/hostname', join(root, 'link.txt'))
  writeFileSync(join(root, 'empty.txt'), '')
  writeFileSync(join(root, 'old and empty.txt'), '')
  utimesSync(join(root, 'old and empty.txt'), new Date('2026-01-01'), new Date('2026-01-01'))
  const answer = await watch()
  t.match(answer, { done: 3, duplicate: 1, failed: 1, left_out: ['card/BPAV'] })
  t.ok(lines.includes('empty.txt: failed: The file is not whole yet'), lines.join('\n'))
  t.strictSame((await arrivals()).map(({ path, status }) => [path, status === 'duplicate' ? 'done' : status]).sort(), [
    ['Day 1/b copy.txt', 'done'], ['Day 1/b.txt', 'done'], ['a.txt', 'done'], ['old and empty.txt', 'done']
  ])
  t.strictSame(await titles(), ['a.txt', 'old and empty.txt'])

  unlinkSync(join(root, 'empty.txt'))
  t.match(await watch(), { done: 3, duplicate: 1, failed: 0 }, 'they are in')
  t.equal((await arrivals()).length, 4)
  appendFileSync(join(root, 'a.txt'), ' is another file')
  await watch()
  t.strictSame(await titles(), ['a.txt', 'a.txt', 'old and empty.txt'])
})

inAnAccount('A source is moved or deleted when the service has its bytes, and stays otherwise', async (t, world) => {
  const { watch, root, titles, lines, arrivals } = await serve(t, world)
  mkdirSync(join(root, 'done/sub'), { recursive: true })
  mkdirSync(join(root, 'sub'))
  writeFileSync(join(root, 'done/sub/a.txt'), 'taken')
  writeFileSync(join(root, 'sub/a.txt'), 'a')
  t.match(await watch({ after: 'move' }), { done: 1, failed: 0 }, lines.join())
  t.equal(readFileSync(join(root, 'done/sub/a (2).txt'), 'utf8'), 'a')
  t.equal(existsSync(join(root, 'sub/a.txt')), false)

  writeFileSync(join(root, 'c.txt'), 'c')
  writeFileSync(join(root, 'd.txt'), 'd')
  t.match(await watch(), { failed: 0 })
  const { asset_id: id } = (await arrivals()).find(({ path }) => path === 'd.txt')
  await succeed(world.admin.delete(`assets/${id}`))
  const before = new Date('2026-03-01T10:00:00Z')
  utimesSync(join(root, 'c.txt'), before, before)
  await watch()
  writeFileSync(join(root, 'c.txt'), 'x')
  utimesSync(join(root, 'c.txt'), before, before)
  await watch({ after: 'delete' })
  t.equal(existsSync(join(root, 'c.txt')), false, 'other bytes of the same size and time are sent, too')
  t.ok((await arrivals()).some(({ checksum }) => checksum?.value === digest('x')))
  t.ok(existsSync(join(root, 'd.txt')), 'the source of what was purged stays')
  t.ok(lines.some((line) => line.startsWith('d.txt: done: The service does not have its bytes')), lines.join('\n'))
  t.ok((await titles()).includes('c.txt'))
})

inAnAccount('A watch goes on where it was, after lost connections and 503s', async (t, world) => {
  let count = 0
  const { watch, root, requests, arrivals, lines } = await serve(t, world, (request, response) => {
    if (request.method === 'PATCH' && ++count <= 2) breakAfter(request, MEBIBYTE)
    else if (count === 3 && request.method === 'HEAD') {
      count++
      response.writeHead(503).end()
      return true
    }
    return false
  })
  const bytes = randomBytes(3 * MEBIBYTE)
  writeFileSync(join(root, 'film.mov.bin'), bytes)
  t.match(await watch(), { done: 1, failed: 0 }, lines.join())
  t.match(await arrivals(), [{ status: 'done', checksum: { value: digest(bytes) } }])
  const offsets = requests.filter(({ method }) => method === 'PATCH').map(({ offset }) => offset!)
  t.ok(offsets[0] === 0 && offsets.at(-1)! > 0, offsets.join(', '))
})

inAnAccount('A watch that is killed goes on at its offset, and two on one folder do no harm', async (t, world) => {
  let isStalled = true
  const { root, requests, arrivals, titles, folder, environment } = await serve(t, world, (request) => {
    if (request.method === 'PATCH' && isStalled) stallAfter(request, MEBIBYTE)
    return false
  })
  const bytes = randomBytes(3 * MEBIBYTE)
  writeFileSync(join(root, 'film.bin'), bytes)
  const command = ['upload', '--watch', root, '--to', String(folder.id)]
  const first = await startProgram(t, 'src/cli/main.js', command, environment)
  await readUntil(arrivals, ([arrival]) => arrival?.progress > 0)
  first.process.kill('SIGKILL')
  isStalled = false
  const begun = requests.length
  const both = await Promise.all([1, 2].map(() => startProgram(t, 'src/cli/main.js', command, environment)))
  await readUntil(arrivals, ([arrival]) => arrival?.status === 'done')
  t.ok(requests.slice(begun).filter(({ method }) => method === 'PATCH').every(({ offset }) => offset! > 0))
  t.match(await arrivals(), [{ checksum: { value: digest(bytes) } }])
  t.strictSame(await titles(), ['film.bin'])
  for (const { process: watching } of both) watching.kill('SIGTERM')
  for (const { ended } of both) {
    const { code, stdout } = await ended
    t.equal(code, 0)
    t.match(JSON.parse(stdout), { failed: 0, left_out: [] })
  }
})

inAnAccount('A watch says what keeps it from sending', async (t, world) => {
  const { root, folder, environment, url } = await serve(t, world)
  const run = (...options: string[]) => runProgram(t, 'src/cli/main.js', ['upload', ...options], environment)
  const to = ['--to', String(folder.id)]
  isRefused(t, await run('--watch', root), /--to is missing/)
  isRefused(t, await run('--watch', join(root, 'none'), ...to), /none is no folder/)
  isRefused(t, await run('--watch', root, '--to', '99999'), /Drop folder not found/)
  isRefused(t, await run('--watch', root, ...to, '--key', 'wrong'), /does not know this key/)
  isRefused(t, await run('--watch', root, ...to, 'a.txt'), /--watch takes a folder/)
  isRefused(t, await run('--once', 'a.txt'), /are for --watch/)
  isRefused(t, await run(), /Files are missing/)
  isRefused(t, await run('--watch', root, ...to, '--after', 'burn'), /Allowed choices are keep, move, delete/)
  await t.rejects(createOperations({ ...environment, CUTROOM_URL: 'ftp://x' }).upload({ files: [], watch: root, to: '1' }), /--url/)
  await succeed(world.admin.post(`drop_folders/${folder.id}`, { paused: true }))
  writeFileSync(join(root, 'a.txt'), 'a')
  const lines: string[] = []
  await t.rejects(watchFolder({
    folder: root,
    to: String(folder.id),
    url,
    key: world.adminKey,
    once: true,
    progress: silent,
    patienceMs: 100,
    lookMs: 100,
    tell: (line) => { lines.push(line) },
    stopping: new AbortController().signal
  }), { message: 'Drop folder is paused' })
  t.ok(lines.includes('waiting: Drop folder is paused'), lines.join('\n'))
})
