import { join } from 'node:path'
import { pino } from 'pino'
import type { Test } from 'tap'
import { buildApp } from '#src/app.js'
import { openDatabase } from '#src/database/database.js'
import { backUp } from '#src/operations/backup.js'
import { copyDatabase } from '#src/operations/copy/command.js'
import { takeOver } from '#src/operations/copy/take-over.js'
import { restore } from '#src/operations/restore.js'
import { createClient, neverOverloaded, type Client, type World } from '../../helper/app.js'
import { createTestDatabase } from '../../helper/databases.js'
import { addAsset, eventsOf, succeed } from '../../helper/items.js'
import { makeByFfmpeg, needs } from '../../helper/media/samples.js'
import { startFileSender } from '../../helper/media/sender.js'
import { attach, attachReady, readUntil, mediaOf, onBothWithMedia, pathOf, type Shown } from '../../helper/media/world.js'
import { picture, tone } from '../../helper/media/rendering.js'

const progress = { report: () => {}, end: () => {} }

/** Without URLs, which are signed again for each answer. */
const described = (file: Shown) => {
  const bare = ({ kind, width, height }: Shown['previews'][number] | Shown['proxies'][number]) => ({ kind, width, height })
  const { id, filename, checksum, proxy_status: status, previews, proxies } = file
  return { id, filename, checksum, status, previews: previews.map(bare), proxies: proxies.map(bare) }
}

const versionsOf = async (client: Client, id: string): Promise<Shown[]> =>
  (await succeed(client.get(`assets/${id}/versions`))).versions

/** The service on a database that was made from another one, with the same files. */
async function openOn (t: Test, { config }: World, url: string) {
  const database = await openDatabase(url)
  const app = await buildApp({
    config: { ...config, DATABASE_URL: url, JOBS: false },
    database,
    logger: pino({ level: 'silent' }),
    overload: neverOverloaded
  })
  t.teardown(() => app.close())
  await takeOver(app)
  await app.ready()
  return { app, client: createClient(app, config.ADMIN_API_KEY!) }
}

onBothWithMedia('Proxies, waveforms, filmstrips and versions survive a backup, a copy and an upgrade', async (t, world) => {
  const { admin, app, url } = world
  const { dialect } = app.database.reads.sql
  const { id } = await addAsset(admin)
  const bytes = await makeByFfmpeg(t, 'film.mov', [...picture(0.4, '64x64'), ...tone(0.4), '-c:v', 'prores_ks', '-c:a', 'pcm_s16le'])
  await attach(admin, id, (await startFileSender(t, { bytes })).url, 'film.mov')
  const made = async () => readUntil(() => mediaOf(admin, id), ([file]) => file?.proxy_status === 'done')
  const [film] = await made()
  await attachReady(admin, id, (await startFileSender(t, { bytes: Buffer.from('note') })).url, 'note.txt')
  const [version] = await versionsOf(admin, id)
  t.same(described(version!), described(film!))
  t.match(described(film!), { previews: [{}, {}, { kind: 'filmstrip' }], proxies: [{ kind: 'mp4' }, { kind: 'waveform' }] })

  const isThere = async (t: Test, other: string) => {
    const { app, client } = await openOn(t, world, other)
    const [found, ...more] = await versionsOf(client, id)
    t.same([described(found!), more], [described(version!), []])
    for (const { url, size } of found!.proxies) {
      const answer = await app.inject(pathOf(url))
      t.match([answer.statusCode, answer.rawPayload.length], [200, size])
    }
    await succeed(client.post(`assets/${id}/versions/${found!.id}/restore`))
    t.same(described((await mediaOf(client, id))[0]!), described(film!))
  }
  await t.test('a copy', async (t) => {
    const { url: to, drop } = await createTestDatabase(dialect.name === 'sqlite' ? 'postgresql' : 'sqlite')
    t.teardown(drop)
    t.match(await copyDatabase({ from: url, to, progress }), { tables: { media_proxies: { rows: 3 } } })
    await isThere(t, to)
  })
  await t.test('a backup', { skip: dialect.name !== 'sqlite' && 'pg_dump makes those of PostgreSQL' }, async (t) => {
    const [backup, restored] = ['backup.db', 'restored.db'].map((name) => join(t.testdir(), name))
    await backUp({ databaseUrl: url, to: backup!, force: false, progress })
    await restore({ databaseUrl: `file:${restored!}`, from: backup!, force: false, progress })
    await isThere(t, `file:${restored!}`)
  })
  await t.test('after an upgrade from a version without proxies they are made in the background, without events', async (t) => {
    await succeed(admin.post(`assets/${id}/versions/${version!.id}/restore`))
    const before = await eventsOf(admin, 'assets', id)
    await app.transact(world.adminCaller, async ({ prisma }) => {
      await prisma.mediaRendering.deleteMany({})
      await prisma.mediaProxy.deleteMany({})
      await prisma.mediaBlob.updateMany({ data: { rendering: null, playback: null } })
      await prisma.mediaBlob.updateMany({ where: { contentType: { startsWith: 'video/' } }, data: { playback: 'hidden' } })
      const films = await prisma.mediaFile.findMany({
        where: { status: 'ready', blob: { contentType: { startsWith: 'video/' } } }, select: { id: true, accountId: true, userId: true }
      })
      await prisma.mediaRendering.createMany({
        data: films.map((film) => ({ ...film, status: 'none', short: true, quiet: true, backlog: true }))
      })
    })
    t.same((await made()).map(described), [described(film!)])
    t.same(await eventsOf(admin, 'assets', id), before)
  })
}, { MEDIA_ANALYSIS_PARALLEL: '1', MEDIA_PROXIES: 'on', MEDIA_VERSIONS: '5' }, needs.films)
