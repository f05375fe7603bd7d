import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { dialects } from '../helper/app.js'
import { createTestDatabase } from '../helper/databases.js'
import { startFront } from '../helper/front.js'
import { startProgram, startService } from '../helper/program.js'
import { stepsOf } from '../helper/random.js'
import { readUntil } from '../helper/media/world.js'

/** LONGER=10 is 1,000 files through 50 kills of the command, and as many of the service. */
const FILES = stepsOf(100)
const KILLS = stepsOf(5)
const KEY = 'cutroom_test_administrator'

/** Bytes that tell which file they are. Some are of several pieces. */
const bytesOf = (index: number) =>
  createHash('shake256', { outputLength: 1000 + index + (index % 25 === 0 ? 10 * 1024 ** 2 : 0) }).update(`${index}`).digest()
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

for (const dialect of dialects) {
  t.test(`Through ${KILLS} kills of a watch and of the service ${FILES} files are an asset each, and gone (${dialect})`, async (t) => {
    const { url: databaseUrl, drop } = await createTestDatabase(dialect)
    t.teardown(drop)
    const folder = t.testdir({ media: {}, watched: {} })
    const watched = join(folder, 'watched')
    const environment = {
      DATABASE_URL: databaseUrl, MEDIA_DIR: join(folder, 'media'), ADMIN_API_KEY: KEY, MEDIA_ANALYSIS_PARALLEL: '0'
    }
    let service = await startService(t, environment)
    const { url, requests } = await startFront(t, () => Number(new URL(service.url).port), () => false)
    const send = async (method: string, path: string, body?: object): Promise<any> => {
      const answer = await fetch(`${service.url}/api/v2/${path}`, {
        method,
        headers: { 'x-api-key': KEY, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined ? undefined : JSON.stringify(body)
      })
      return answer.json()
    }
    const { project } = await send('POST', 'projects', { title: 'Watched' })
    const { drop_folder: dropFolder } = await send('POST', 'drop_folders', { title: 'Watched', project_id: project.id, settle: 2 })
    const paths = Array.from({ length: FILES }, (_, index) => `card ${index % 7}/clip ${index}.bin`)
    for (const [index, path] of paths.entries()) {
      mkdirSync(join(watched, path, '..'), { recursive: true })
      writeFileSync(join(watched, path), bytesOf(index))
    }

    const command = ['upload', '--watch', watched, '--to', String(dropFolder.id), '--after', 'delete', '--url', url]
    const start = () => startProgram(t, 'src/cli/main.js', command, { CUTROOM_KEY: KEY })
    let watch = await start()
    for (let kill = 0; kill < KILLS; kill++) {
      await pause(2500 + kill * 397 % 2000)
      watch.process.kill('SIGKILL')
      if (kill % 2 === 0) watch = await start()
      await pause(kill * 211 % 1000)
      await service.stop('SIGKILL')
      await pause(kill * 89 % 500)
      service = await startService(t, environment)
      if (kill % 2 === 1) watch = await start()
    }
    const left = () => paths.filter((path) => existsSync(join(watched, path)))
    // As long as there are fewer and fewer, it takes the time that it takes.
    for (let before = left().length; before > 0;) {
      const most = before
      before = await readUntil(async () => left().length, (count) => count < most)
    }
    // One that has only just begun does not listen to signals yet.
    const asked = requests.length
    await readUntil(async () => requests.length, (count) => count > asked)
    watch.process.kill('SIGTERM')
    t.equal((await watch.ended).code, 0)

    const arrivals: any[] = []
    for (let next = `drop_folders/${dropFolder.id}/arrivals?limit=100`; next !== '';) {
      const answer = await fetch(`${service.url}/api/v2/${next}`, { headers: { 'x-api-key': KEY } })
      arrivals.push(...(await answer.json() as any).arrivals)
      next = /v2\/([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? ''
    }
    t.equal(arrivals.length, FILES)
    const sums = new Map(paths.map((path, index) => [path, digest(bytesOf(index))]))
    for (const { path, status, checksum } of arrivals) {
      t.equal(status, 'done', path)
      t.equal(checksum.value, sums.get(path), path)
    }
    t.equal(new Set(arrivals.map(({ asset_id: id }) => id)).size, FILES)
    const { facets } = await send('GET', `search?within=${project.id}&type=asset&media_status=ready&limit=1&facets=type`)
    t.equal(facets.type[0].count, FILES)
    const resumed = requests.filter(({ method, offset }) => method === 'PATCH' && offset! > 0)
    t.comment(`${resumed.length} pieces went on at an offset`)
  })
}
