import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { succeed } from '#proof/harness/api.js'
import { shorten } from '#proof/harness/book.js'
import { closeLater } from '#proof/harness/closing.js'
import { given } from '#proof/harness/failure.js'
import { startService } from '#proof/harness/service.js'
import { eventually } from '#proof/harness/waiting.js'
import { firstAnswer } from './first-answer.js'
import { checkLeft } from './left.js'
import { afterwards, changeSource, checkSources, countLeft, planSources, writeSource } from './sources.js'

const SETTLE_S = 5
/** A kill comes while files are read, where some are within this time, and before or after that. */
const BEGIN_MS = 10_000
const LONGEST_WORK_MS = 2000
const LOOK_MS = 500
const ARRIVING = "arrivals WHERE status = 'arriving'"
/** The longest until all is in after the last kill, and the time that each file may take of it. */
const PATIENCE_MS = 5 * 60_000
const EACH_MS = 1000
/** In each round so many of the files that are there get other bytes, for each one that is new. */
const CHANGED = 0.05

/**
 * Kills the service at a random moment, again and again, while files are written to its drop folders, grow, and get
 * other bytes. On PostgreSQL there are two processes, of which one is killed. In the end the last bytes of each file
 * are one asset, and no source has gone without its bytes.
 * @param {import('../../context.js').Context} context
 * @param {{ kills: number, files: number, growing: number, growMs: number }} sizes
 * @returns {Promise<import('../../scenarios.js').Row[]>}
 */
export async function run ({ database: kind, createDatabase, folder, random, say }, { kills, files, growing, growMs }) {
  const database = await createDatabase()
  // A location must not be in the folder of the database.
  const root = `${folder}-sources`
  const remove = () => rmSync(root, { recursive: true, force: true })
  remove()
  closeLater(remove, remove)
  for (const each of afterwards) mkdirSync(join(root, each), { recursive: true })
  const settings = { LOCATIONS: `sources=${root}`, MEDIA_ANALYSIS_PARALLEL: '0', MEDIA_VERSIONS: '100' }
  const start = () => startService({ databaseUrl: database.url, folder, settings })
  const services = [await start()]
  if (kind === 'postgresql') services.push(await start())
  for (const after of afterwards) {
    await succeed(given(services[0]).url, 'POST', 'drop_folders', {
      title: after, location: 'sources', path: after, after, settle: SETTLE_S, changed: 'version'
    })
  }

  const sources = planSources({ files, growing, random })
  /** What files have had before. @type {Set<string>} */
  const earlier = new Set()
  /** @type {Array<Promise<unknown>>} */
  const writing = []
  /** @type {Set<import('./sources.js').Source>} */
  const written = new Set()
  const answerMs = []
  let inTime = 0

  async function write (from, to) {
    for (const source of sources.slice(from, to)) {
      const done = writeSource(root, source, growMs).then(() => { written.add(source) })
      writing.push(done)
      if (!source.grows) await done
    }
  }
  async function change (count) {
    const possible = [...written].filter(({ isFixed }) => !isFixed)
    for (let changed = 0; changed < count && possible.length > 0; changed++) {
      earlier.add(await changeSource(root, random.one(possible), random))
    }
  }
  const query = (text) => database.query(text)
  const count = async (what) => Number(given((await query(`SELECT count(*) AS count FROM ${what}`))[0]).count)

  const each = Math.ceil(files / kills)
  for (let kill = 1; kill <= kills; kill++) {
    const round = write((kill - 1) * each, kill * each).then(() => change(Math.ceil(each * CHANGED)))
    writing.push(round)
    await eventually('files are read', async () => await count(ARRIVING) > 0, random.below(BEGIN_MS)).catch(() => {})
    await delay(random.below(LONGEST_WORK_MS))
    const index = random.below(services.length)
    await given(services[index]).stop('SIGKILL')
    const arriving = await count(ARRIVING)
    if (arriving > 0) inTime++
    services[index] = await start()
    answerMs.push(await firstAnswer(services[index]))
    await round
    say(`kill ${kill}: ${written.size} files are there, ${await count("arrivals WHERE status = 'done'")} are in, ${arriving} arrived`)
  }
  await Promise.all(writing)

  /** Whether the last bytes of all files are in, and what becomes of the files is done. */
  async function isIn () {
    await delay(LOOK_MS)
    if (await count("arrivals WHERE status IN ('waiting', 'arriving') OR due_at IS NOT NULL") > 0) return false
    const rows = await query('SELECT checksum FROM arrivals WHERE path_key IS NOT NULL')
    const sums = new Set(rows.map(({ checksum }) => checksum))
    return sources.every(({ sha256 }) => sums.has(sha256)) && countLeft(root, sources) === 0
  }
  const broken = []
  await eventually('all files are in', isIn, PATIENCE_MS + files * EACH_MS).catch(({ message }) => { broken.push(message) })
  await Promise.all(services.map((service) => service.stop()))
  const { lost, wrong } = await checkAssets({ query, sources, earlier })
  broken.push(...wrong, ...await checkSources(root, sources), ...await checkLeft({ database, folder, start }))
  return [{
    what: `kill -9 ${kind === 'postgresql' ? 'of one of two processes ' : ''}while files come in`,
    times: kills,
    acknowledged: files,
    lost,
    broken: shorten(broken),
    answerMs,
    figures: { 'while files were read': inTime, 'files that changed later': earlier.size }
  }]
}

/** Checks that the last bytes of each source are one asset, and that no asset has others. */
async function checkAssets ({ query, sources, earlier }) {
  const wrong = []
  const failed = await query("SELECT path, status, error FROM arrivals WHERE status NOT IN ('done', 'duplicate') OR error IS NOT NULL")
  wrong.push(...failed.map(({ path, status, error }) => `${path} is ${status}: ${error}`))
  const files = await query(`SELECT file.asset_id, file.status, blob.sha256 FROM media_files AS file
    LEFT JOIN media_blobs AS blob ON blob.id = file.blob_id`)
  /** How many assets have these bytes. @type {Map<string, number>} */
  const counts = new Map()
  for (const { asset_id: id, status, sha256 } of files) {
    if (status === 'ready' && id !== null) counts.set(sha256, (counts.get(sha256) ?? 0) + 1)
    else if (status !== 'replaced' || !earlier.has(sha256)) wrong.push(`asset ${id} has a file that is ${status}`)
  }
  const expected = new Set(sources.map(({ sha256 }) => sha256))
  let lost = 0
  for (const { after, path, sha256 } of sources) {
    const found = counts.get(sha256) ?? 0
    if (found === 0) lost++
    if (found !== 1) wrong.push(`${found} assets have the bytes of ${after}/${path}`)
  }
  for (const sha256 of counts.keys()) if (!expected.has(sha256)) wrong.push(`an asset has the bytes ${sha256} of no file`)
  const [assets, done] = await Promise.all([
    query('SELECT id FROM assets'), query("SELECT id FROM arrivals WHERE status = 'done'")
  ])
  if (assets.length !== expected.size) wrong.push(`${assets.length} assets of ${expected.size} files`)
  const events = Object.fromEntries((await query('SELECT event, count(*) AS count FROM history GROUP BY event'))
    .map(({ event, count }) => [event, Number(count)]))
  const told = [['ASSET_ADDED', assets.length], ['INCOMING_ASSET_ADDED_TO_DROP_FOLDER', done.length], ['ASSET_FINISHED_INGEST', done.length]]
  for (const [event, times] of told) if (events[event] !== times) wrong.push(`${event} ${events[event]} times, not ${times}`)
  return { lost, wrong }
}
