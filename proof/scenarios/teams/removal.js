import { setTimeout as delay } from 'node:timers/promises'
import { ask, succeed, untilIndexed } from '#proof/harness/api.js'
import { shorten } from '#proof/harness/book.js'
import { percentile } from '#proof/harness/figures.js'
import { seed, seedAdministrator, seededId } from '#proof/harness/seed.js'
import { API_KEY, startService } from '#proof/harness/service.js'
import { eventually } from '#proof/harness/waiting.js'
import { firstAnswer } from '../kill/first-answer.js'
import { leaveToUpgrade, makeLastRelease } from '../scale/release.js'

const EMAIL = 'somebody.who.leaves@example.com'
const ASSETS_PER_PROJECT = 100
/** The job begins ten seconds after the request. */
const BEGINS_MS = 12_000
const WATCHED_MS = 15_000
const LONGEST_LIFE_MS = 2500
const PATIENCE_MS = 60 * 60_000

/**
 * Removes a person who owns very many assets, and kills the service while they become the heir's. In the end each has
 * one event, and the e-mail is nowhere in the database.
 * @param {import('../../context.js').Context} context
 * @param {number} kills
 * @returns {Promise<import('../../scenarios.js').Row[]>}
 */
export async function run ({ createDatabase, folder, random, options: { size }, say }, kills) {
  const database = await createDatabase()
  const start = () => startService({ databaseUrl: database.url, folder })
  const projects = Math.ceil(size / ASSETS_PER_PROJECT)
  const assets = projects * ASSETS_PER_PROJECT
  await makeLastRelease(database, folder)
  await seedAdministrator(database, API_KEY)
  await seed(database, { projects, assetsPerProject: ASSETS_PER_PROJECT })
  await database.execute(`UPDATE assets SET owner = '${EMAIL}'`)
  await leaveToUpgrade(database)
  await database.settle()
  let service = await start()
  await untilIndexed(service.url)
  const add = async (email) => (await succeed(service.url, 'POST', 'admin/users', { email })).user
  const person = await add(EMAIL)
  const heir = await add('heir@example.com')
  say(`${assets} assets are there`)

  const count = async (what) => Number((await database.query(`SELECT count(*) AS count FROM ${what}`))[0].count)
  const before = await watch(service.url, WATCHED_MS)
  const begun = performance.now()
  await succeed(service.url, 'DELETE', `admin/users/${person.id}`, { to_user_id: heir.id })
  const removalMs = performance.now() - begun
  await delay(BEGINS_MS)
  const beside = await watch(service.url, WATCHED_MS)
  const answerMs = []
  let met = 0
  while (answerMs.length < kills && await count('user_removals') > 0) {
    await delay(random.below(LONGEST_LIFE_MS))
    if (await count(`assets WHERE owner = '${EMAIL}'`) > 0) met++
    await service.stop('SIGKILL')
    service = await start()
    answerMs.push(await firstAnswer(service))
    if (answerMs.length % 10 === 0) say(`kill ${answerMs.length}`)
  }
  const running = performance.now()
  await eventually('the e-mail is free', async () => await count('user_removals') === 0, PATIENCE_MS)
  say(`all is given away, ${((performance.now() - running) / 1000).toFixed(0)} s after the last kill`)

  const broken = []
  const expect = async (number, what) => {
    const found = await count(what)
    if (found !== number) broken.push(`${found} instead of ${number}: ${what}`)
  }
  await expect(assets, "assets WHERE owner = 'heir@example.com'")
  const events = 'history WHERE event = \'ASSET_EDITED_METADATA\' AND asset_id IS NOT NULL'
  await expect(assets + EDITS, events)
  await expect(assets, `(SELECT DISTINCT asset_id FROM ${events}) AS told`)
  await expect(1, 'history WHERE event = \'USER_REMOVED\'')
  broken.push(...await findText(database, EMAIL))
  await succeed(service.url, 'POST', 'admin/users', { email: EMAIL })
  await expect(0, `assets WHERE owner = '${EMAIL}'`)
  return [{
    what: `kill -9 while ${size} items are given away`,
    times: answerMs.length,
    broken: shorten(broken),
    answerMs,
    figures: {
      'kills before the last item was given away': met,
      'the answer': `${removalMs.toFixed(0)} ms`,
      'reads before and beside it, p95': `${before.read.toFixed(1)}, ${beside.read.toFixed(1)} ms`,
      'writes before and beside it, p95': `${before.write.toFixed(1)}, ${beside.write.toFixed(1)} ms`
    }
  }]
}

/** Two times `watch` changes this asset. */
const EDITED = 1
const EDITS = 2 * 400

/** Reads and writes in turn. The p95 of each in milliseconds. */
async function watch (url, forMs) {
  /** @type {{ read: number[], write: number[] }} */
  const times = { read: [], write: [] }
  for (let turn = 0; turn < EDITS / 2; turn++) {
    for (const [kind, method, body] of /** @type {const} */ ([
      ['read', 'GET', undefined], ['write', 'PUT', { title: `${performance.now()}` }]
    ])) {
      const begun = performance.now()
      await ask(url, method, `assets/${seededId('asset', EDITED)}`, body, { insistMs: forMs })
      times[kind].push(performance.now() - begun)
    }
    await delay(forMs / EDITS)
  }
  return { read: percentile(times.read, 95), write: percentile(times.write, 95) }
}

/** All columns of text that have it somewhere, but for the logs of webhooks. */
async function findText (database, text) {
  const columns = await database.query(database.kind === 'sqlite'
    ? `SELECT m.name AS in_table, c.name AS in_column FROM sqlite_master AS m, pragma_table_info(m.name) AS c
       WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%'`
    : `SELECT table_name AS in_table, column_name AS in_column FROM information_schema.columns
       WHERE table_schema = current_schema() AND data_type IN ('text', 'character varying', 'json', 'jsonb', 'bytea', 'tsvector')`)
  const found = []
  for (const { in_table: table, in_column: column } of columns) {
    const value = database.kind === 'sqlite' ? `CAST("${column}" AS TEXT)` : `"${column}"::text`
    const [{ count }] = await database.query(`SELECT count(*) AS count FROM "${table}" WHERE ${value} LIKE '%${text}%'`)
    if (Number(count) > 0) found.push(`${text} is in ${count} rows of ${table}.${column}`)
  }
  return found
}
