import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { dialects } from '../helper/app.js'
import { createTestDatabase } from '../helper/databases.js'
import { startService } from '../helper/program.js'
import { sendFile, startSender } from '../helper/media/sender.js'
import { readUntil } from '../helper/media/world.js'
import { stepsOf } from '../helper/random.js'

const KEY = 'cutroom_test_administrator'
const FILES = stepsOf(40)
const KILLS = stepsOf(10)
const MEBIBYTE = 1024 ** 2

/** Bytes that tell which file they are. */
const bytesOf = (index: number) => createHash('shake256', { outputLength: MEBIBYTE / 2 + index }).update(`${index}`).digest()
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

for (const dialect of dialects) {
  t.test(`Through ${KILLS} kills ${FILES} files go out whole, and each once (${dialect})`, async (t) => {
    const { url: databaseUrl, drop } = await createTestDatabase(dialect)
    t.teardown(drop)
    const folder = t.testdir({ media: {}, out: {} })
    const out = join(folder, 'out')
    const environment = {
      DATABASE_URL: databaseUrl,
      MEDIA_DIR: join(folder, 'media'),
      ADMIN_API_KEY: KEY,
      LOCATIONS: `out=${out}`,
      MEDIA_ANALYSIS_PARALLEL: '0'
    }
    const sender = await startSender(t, (request, response) => {
      sendFile(request, response, { bytes: bytesOf(Number(request.url!.slice(1))) }).catch(() => response.destroy())
    })
    let service = await startService(t, environment)
    const send = async (method: string, path: string, body?: object): Promise<any> => {
      const answer = await fetch(`${service.url}/api/v2/${path}`, {
        method,
        headers: { 'x-api-key': KEY, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined ? undefined : JSON.stringify(body)
      })
      return answer.json()
    }
    const { project } = await send('POST', 'projects', { title: 'Masters' })
    const assets: string[] = []
    for (let index = 0; index < FILES; index++) {
      const { asset } = await send('POST', 'assets', { title: `${index}` })
      await send('POST', `assets/${asset.id}/assign`, { to_project_id: project.id })
      await send('POST', `assets/${asset.id}/media`, { file_url: `${sender.url}/${index}`, filename: `${index % 50}.mov` })
      assets.push(asset.id)
    }
    await readUntil(() => send('GET', `search?within=${project.id}&type=asset&media_status=ready&limit=1&facets=type`),
      ({ facets }) => facets.type[0]?.count === FILES)
    const { drop_folder: dropFolder } = await send('POST', 'drop_folders', { title: 'Out', direction: 'out', location: 'out' })
    mkdirSync(join(out, 'Masters'))
    writeFileSync(join(out, 'Masters/0.mov'), 'was there')
    const { eject } = await send('POST', `projects/${project.id}/ejects`, { drop_folder_id: dropFolder.id })

    const expected = new Set(Array.from({ length: FILES }, (_, index) => digest(bytesOf(index))))
    const wrong: string[] = []
    const looking = { isOver: false }
    const looks = (async () => {
      for (; !looking.isOver; await pause(50)) {
        for (const name of readdirSync(out).includes('Masters (2)') ? readdirSync(join(out, 'Masters (2)')) : []) {
          if (name.endsWith('.part')) continue
          if (!expected.has(digest(readFileSync(join(out, 'Masters (2)', name))))) wrong.push(name)
        }
      }
    })()
    for (let kill = 0; kill < KILLS; kill++) {
      await pause(20 + kill * 7 % 200)
      await service.stop('SIGKILL')
      service = await startService(t, environment)
    }
    const ended = await readUntil(() => send('GET', `ejects/${eject.id}`), (body) => body.eject.finished_at !== null)
    looking.isOver = true
    await looks
    t.match(ended, { eject: { status: 'done', files: FILES, done: FILES, failed: 0, progress: 1 }, errors: [] })
    t.strictSame(wrong, [], 'a final name has its final bytes at every look')
    t.equal(readFileSync(join(out, 'Masters/0.mov'), 'utf8'), 'was there')
    const names = readdirSync(join(out, 'Masters (2)'))
    t.strictSame(names.filter((name) => name.endsWith('.part')), [])
    t.equal(names.length, FILES)
    t.equal(new Set(names.map((name) => digest(readFileSync(join(out, 'Masters (2)', name))))).size, FILES)
    execFileSync('sha256sum', ['--quiet', '-c', 'Masters (2).sha256'], { cwd: out })
    for (const id of assets) {
      const { history } = await send('GET', `assets/${id}/history`)
      const events = history.map(({ event }: any) => event).filter((event: string) => /EJECT|DROP/.test(event)).reverse()
      t.strictSame(events, ['OUTGOING_ASSET_ADDED_TO_DROP_FOLDER', 'ASSET_UPDATED_EJECT', 'ASSET_FINISHED_EJECT'])
    }
  })
}
