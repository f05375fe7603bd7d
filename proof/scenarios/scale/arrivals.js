import { createHash } from 'node:crypto'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { succeed } from '#proof/harness/api.js'
import { fastFolder } from '#proof/harness/fast-folder.js'
import { median } from '#proof/harness/figures.js'
import { makeFolder } from '#proof/harness/folders.js'
import { processorMicroseconds, watchResident } from '#proof/harness/process-status.js'
import { MOMENT, seed, seededId } from '#proof/harness/seed.js'
import { startService } from '#proof/harness/service.js'
import { eventually } from '#proof/harness/waiting.js'

const FILES_IN_FOLDER = 10_000
const ROWS_AT_ONCE = 5000
const ASSETS = { projects: 10, assetsPerProject: 100 }
/** All files were written then. */
const WRITTEN_S = 1_700_000_000
const PAUSE_MS = 50
const PATIENCE_MS = 30 * 60_000
const NEW = 'new.bin'

const pathOf = (number) => `${Math.floor(number / FILES_IN_FOLDER)}/${number}.bin`
const keyOf = (path) => createHash('sha256').update(path).digest('base64url')

/**
 * Measures what looking at a drop folder costs in which very many files are in, and how soon a new one shows.
 * @param {import('../../context.js').Context} context
 * @param {{ files: number, seconds: number }} sizes
 * @returns {Promise<import('../../scenarios.js').Row[]>}
 */
export async function run ({ createDatabase, folder, say }, { files, seconds }) {
  const database = await createDatabase()
  const root = makeFolder(fastFolder())
  mkdirSync(join(root, 'cards'))
  const settings = { LOCATIONS: `sources=${root}`, MEDIA_ANALYSIS_PARALLEL: '0' }
  let service = await startService({ databaseUrl: database.url, folder, settings })
  const { drop_folder: { id } } = await succeed(service.url, 'POST', 'drop_folders', {
    title: 'Cards', location: 'sources', path: 'cards', settle: 2, paused: true
  })
  await service.stop()
  await seed(database, ASSETS)
  for (let from = 0; from < files; from += ROWS_AT_ONCE) {
    await fill(database, root, id, from, Math.min(from + ROWS_AT_ONCE, files))
  }
  await database.settle()
  say(`${files} files are in`)

  service = await startService({ databaseUrl: database.url, folder, settings })
  const { url, pid } = service
  const broken = []
  /** Asks for assets until it is over, and returns the median, the share of a processor, and the most memory. */
  async function measure (isOver) {
    const resident = watchResident(pid)
    const [from, before] = [performance.now(), processorMicroseconds(pid)]
    const times = []
    while (!await isOver(performance.now() - from)) {
      const sentAt = performance.now()
      await succeed(url, 'GET', 'assets?limit=50')
      times.push(performance.now() - sentAt)
      await delay(PAUSE_MS)
    }
    const share = (processorMicroseconds(pid) - before) / 1000 / (performance.now() - from)
    return { ms: median(times), share, mebibytes: resident.stop() }
  }
  await measure((elapsed) => elapsed > 1000 * Math.min(seconds, 5))
  const quiet = await measure((elapsed) => elapsed > 1000 * seconds)
  await succeed(url, 'POST', `drop_folders/${id}`, { paused: false })
  const looking = await measure((elapsed) => elapsed > 1000 * seconds)
  say(`GET /assets ${quiet.ms.toFixed(1)} ms, and beside the looking ${looking.ms.toFixed(1)} ms`)

  writeFileSync(join(root, 'cards', NEW), 'new')
  const writtenAt = performance.now()
  await eventually('the new file is in', async () => {
    await delay(PAUSE_MS)
    const { arrivals: [first] } = await succeed(url, 'GET', `drop_folders/${id}/arrivals?limit=1`)
    return first.path === NEW && first.status === 'done'
  }, PATIENCE_MS).catch(({ message }) => { broken.push(message) })
  const shownMs = performance.now() - writtenAt
  const [{ count }] = await database.query('SELECT count(*) AS count FROM arrivals')
  if (Number(count) !== files + 1) broken.push(`${count} arrivals of ${files + 1} files`)
  await service.stop()
  const ratio = (looking.ms / quiet.ms).toFixed(2)
  return [{
    what: `a drop folder with ${files.toLocaleString('en-US')} files that are in`,
    times: 1,
    broken,
    figures: {
      'GET /assets': `${quiet.ms.toFixed(1)}, ${looking.ms.toFixed(1)} ms (${ratio})`,
      'share of a processor': `${quiet.share.toFixed(3)}, ${looking.share.toFixed(3)}`,
      'MiB of memory': `${quiet.mebibytes.toFixed(0)}, ${looking.mebibytes.toFixed(0)}`,
      'a new file shows after': `${(shownMs / 1000).toFixed(0)} s`
    }
  }]
}

/** Empty files, and their rows. */
async function fill (database, root, dropFolderId, from, to) {
  const rows = []
  for (let number = from; number < to; number++) {
    const path = pathOf(number)
    if (number % FILES_IN_FOLDER === 0) mkdirSync(join(root, 'cards', String(number / FILES_IN_FOLDER)))
    writeFileSync(join(root, 'cards', path), '')
    utimesSync(join(root, 'cards', path), WRITTEN_S, WRITTEN_S)
    rows.push(`('${seededId('thread', number + 1)}', 1, 1, ${dropFolderId}, '${path}', '${keyOf(path)}', 0, '${WRITTEN_S}000000000', '',
      'done', ${MOMENT}, ${MOMENT}, ${MOMENT})`)
  }
  await database.execute(`INSERT INTO arrivals (id, account_id, user_id, drop_folder_id, path, path_key, size, mtime, state, status,
    same_since, created_at, finished_at) VALUES ${rows.join()}`)
}
