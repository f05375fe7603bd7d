import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createRandom } from '#proof/harness/random.js'
import { openDatabase } from '#src/database/database.js'
import { openStorage } from '#src/media/storage/open.js'
import { verifyMedia } from '#src/media/housekeeping/verify.js'
import { createTestDatabase } from '../helper/databases.js'
import { startService } from '../helper/program.js'
import { readUntil, type Shown } from '../helper/media/world.js'
import { makeOriginals, mutate } from '../helper/mutations.js'

/**
 * Number of files. For more: MUTATIONS=5000 SEED=7 npm test -- test/campaigns/damaged-files.test.ts
 */
const MUTATIONS = Number(process.env.MUTATIONS ?? 20)
const SEED = Number(process.env.SEED ?? 1)
const AT_ONCE = 8
/** The longest wait for an analysis, which may itself take long. */
const ANALYSED_MS = 10 * 60_000
const KEY = 'cutroom_test_administrator'
const NAMES = ['a.jpg', '-i', '|id', '%s%n', 'a\nb', '$(id)', "'; DROP TABLE", '../../etc/passwd', 'film.mp4', '\u202Egpj.exe']

t.setTimeout(120_000 + MUTATIONS * 5000)
t.test(`A service that gets ${MUTATIONS} damaged files, seed ${SEED}, keeps answering and ends the analysis of each`,
  async (t) => {
    const { url: databaseUrl, drop } = await createTestDatabase('sqlite')
    t.teardown(drop)
    const originals = await makeOriginals(t)
    const folder = t.testdir()
    const service = await startService(t, {
      DATABASE_URL: databaseUrl, MEDIA_DIR: folder, ADMIN_API_KEY: KEY, MEDIA_ANALYSIS_PARALLEL: '3'
    })
    const answers: Record<number, number> = {}
    const call = async (method: string, path: string, body?: object): Promise<any> => {
      const answer = await fetch(`${service.url}/api/v2/${path}`, {
        method,
        headers: { 'x-api-key': KEY, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      answers[answer.status] = (answers[answer.status] ?? 0) + 1
      return answer.json()
    }

    const random = createRandom(SEED)
    const outcomes: Record<string, number> = {}
    let left = MUTATIONS
    const work = async () => {
      while (left-- > 0) {
        const bytes = mutate(random.one(originals), random)
        const filename = random.one(NAMES)
        const { asset: { id } } = await call('POST', 'assets', { title: 'Damaged' })
        const { upload } = await call('POST', `assets/${id}/uploads`, { filename, size: bytes.length })
        t.equal((await fetch(upload.url, { method: 'PUT', body: bytes })).status, 200)
        const isEnded = ([file]: Shown[]) => file !== undefined && !/pending|running/.test(file.analysis)
        const [file] = await readUntil(async () => (await call('GET', `assets/${id}/media`)).media as Shown[], isEnded, ANALYSED_MS)
        outcomes[file!.analysis] = (outcomes[file!.analysis] ?? 0) + 1
        await call('GET', `assets/${id}/file_metadata`)
      }
    }
    const watch = watchHealth(t, service.url)
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    await watch.stop()
    t.same(Object.keys(answers), ['200'])
    t.equal(Object.values(outcomes).reduce((sum, count) => sum + count), MUTATIONS)
    await mkdir(join(folder, 'incoming'), { recursive: true })
    await readUntil(() => readdir(join(folder, 'incoming')), (names) => names.length === 0)
    t.equal((await service.stop()).code, 0)
    const database = await openDatabase(databaseUrl)
    t.teardown(() => database.close())
    const found = await verifyMedia({ database, storage: openStorage({ MEDIA_DIR: folder }) })
    t.match(found, { missing: [], damaged: [], orphaned: [] })
    t.comment(JSON.stringify({ ...outcomes, longestMs: Math.round(watch.longestMs()) }))
  })

/** Checks the service's health repeatedly. */
function watchHealth (t: Test, url: string) {
  const stopping = new AbortController()
  let longestMs = 0
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const begun = performance.now()
      const { status } = await fetch(`${url}/healthz`)
      longestMs = Math.max(longestMs, performance.now() - begun)
      if (status !== 200) t.fail(`/healthz answered ${status}`)
      await delay(50)
    }
  })()
  return {
    longestMs: () => longestMs,
    stop: async () => {
      stopping.abort()
      await watching
    }
  }
}
