import t, { type Test } from 'tap'
import { programsWith } from '#proof/harness/process-tree.js'
import { openDatabase } from '#src/database/database.js'
import { createTestDatabase } from '../../../helper/databases.js'
import { startService } from '../../../helper/program.js'
import { makeByFfmpeg, needs } from '../analysis/samples.js'
import { startFileSender } from '../sender.js'
import { eventually, type Shown } from '../world.js'
import { picture, tone } from './rendering.js'

const KEY = 'cutroom_test_administrator'

t.setTimeout(240_000)
if (needs.films.skip === false) {
  for (const dialect of ['sqlite', 'postgresql'] as const) {
    t.test(`A film gets its proxies once, even if the service is killed while it makes them (${dialect})`, async (t) => {
      const { url: databaseUrl, drop } = await createTestDatabase(dialect)
      t.teardown(drop)
      const folder = t.testdir()
      const environment = { DATABASE_URL: databaseUrl, MEDIA_DIR: folder, ADMIN_API_KEY: KEY, MEDIA_RETRY_DELAYS: '0.1,0.2,0.5' }
      let service = await startService(t, environment)
      const ask = async (path: string, body?: object): Promise<any> => {
        const answer = await fetch(`${service.url}/api/v2/${path}`, {
          headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
          ...body !== undefined && { method: 'POST', body: JSON.stringify(body) }
        })
        return answer.json()
      }
      const bytes = await makeByFfmpeg(t, 'film.mov', [...picture(4, '640x360'), ...tone(4), '-c:v', 'prores_ks', '-c:a', 'pcm_s16le'])
      const sender = await startFileSender(t, { bytes })
      const { asset: { id } } = await ask('assets', { title: 'Film' })
      await ask(`assets/${id}/media`, { file_url: sender.url, filename: 'film.mov' })
      const status = async () => ((await ask(`assets/${id}/media`)).media as Shown[])[0]!.proxy_status

      await eventually(status, (status) => status === 'running')
      await eventually(() => programsWith('ffmpeg', folder), (commands) => commands.length > 0)
      await service.stop('SIGKILL')
      t.same(await eventually(() => programsWith('ffmpeg', folder), (commands) => commands.length === 0), [], 'ffmpeg ends with the service')
      service = await startService(t, environment)
      await eventually(status, (status) => status !== 'pending' && status !== 'running')
      const [file] = (await ask(`assets/${id}/media`)).media as Shown[]
      t.match(file, { proxy_status: 'done', proxies: [{ kind: 'mp4' }, { kind: 'waveform' }] })
      const { history } = await ask(`assets/${id}/history`)
      t.same(history.slice(0, 4).map(({ event }: { event: string }) => event), ['ASSET_FINISHED_AUDIO_WAVEFORM',
        'ASSET_FINISHED_PROXY_MP4', 'ASSET_UPDATED_PROXY_MP4', 'ASSET_FINISHED_ANALYSIS'])
      await service.stop()
      await isTidy(t, databaseUrl)
    })
  }
}

/** Each kind of proxy exists once, and no worker holds a lease. */
async function isTidy (t: Test, databaseUrl: string): Promise<void> {
  const database = await openDatabase(databaseUrl)
  t.teardown(() => database.close())
  const { prisma } = database.reads
  t.same((await prisma.mediaProxy.findMany({ orderBy: { kind: 'asc' } })).map(({ kind }) => kind), ['filmstrip', 'mp4', 'waveform'])
  t.equal(await prisma.mediaRendering.count({ where: { leaseToken: { not: null } } }), 0)
}
