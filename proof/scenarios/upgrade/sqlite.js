import { setTimeout as delay } from 'node:timers/promises'
import { succeed, untilIndexed } from '#proof/harness/api.js'
import { copyDatabase } from '#proof/harness/databases.js'
import { present } from '#proof/harness/next-release.js'
import { seededId } from '#proof/harness/seed.js'
import { launchService, runProgram, startService } from '#proof/harness/service.js'
import { makeNext, prepareDatabase } from './prepare.js'

/** Tables with what people have made. */
const TABLES = ['accounts', 'users', 'api_keys', 'projects', 'project_members', 'assets', 'history', 'changes', 'search_items']
const WRITES = 20

/**
 * The start that upgrades a database of SQLite is killed at any moment. The next one serves, and the backup leads back.
 * @param {import('../../context.js').Context} context
 * @param {{ assets: number, moments: number }} how
 * @returns {Promise<import('../../scenarios.js').Row[]>}
 */
export async function killOnSqlite (context, { assets, moments }) {
  const { folder, random, say } = context
  const { next } = await makeNext(context)
  const { database: model } = await prepareDatabase(context, assets)
  const old = await startService({ databaseUrl: model.url, folder })
  for (let number = 1; number <= WRITES; number++) await succeed(old.url, 'POST', 'assets', { title: `Written ${number}` })
  await old.stop()
  const wanted = await countRows(model)
  const broken = []
  const answerMs = []

  /** Starts a release, asks for an asset, and counts the rows when the service has stopped. */
  const serve = async (what, database, release) => {
    const service = await startService({ databaseUrl: database.url, folder, server: release.server })
    await succeed(service.url, 'GET', `assets/${seededId('asset', 1)}`)
    const tookMs = performance.now() - service.startedAt
    // What is put back is indexed anew.
    await untilIndexed(service.url)
    const { code } = await service.stop()
    if (code !== 0) broken.push(`${what}: the service, asked to stop, ended with ${code}`)
    const counted = await countRows(database)
    if (counted !== wanted) broken.push(`${what}: there are ${counted}, and not ${wanted}`)
    return tookMs
  }

  const longestMs = await serve('an upgrade', await copyDatabase(model, 'whole'), next)
  for (let moment = 1; moment <= moments; moment++) {
    const database = await copyDatabase(model, `moment_${moment}`)
    const killed = launchService({ databaseUrl: database.url, folder, server: next.server })
    killed.ready.catch(() => {})
    const afterMs = random.below(Math.ceil(longestMs))
    await delay(afterMs)
    await killed.stop('SIGKILL')
    const what = `killed after ${afterMs} ms of ${Math.round(longestMs)}`
    answerMs.push(await serve(what, database, next))
    const { code, stderr } = await runProgram(present.command, {
      parameters: ['restore', '--from', `${database.url.slice('file:'.length)}.before-${next.version}`, '--force'],
      environment: { DATABASE_URL: database.url, LOG_LEVEL: 'silent' },
      folder
    })
    if (code !== 0) broken.push(`${what}: the backup could not be put back: ${stderr}`)
    await serve(`${what}, and taken back`, database, present)
    if (broken.length === 0) await database.close()
    say(what)
  }
  return [{ what: 'kill -9 of the start that upgrades', times: moments, broken, answerMs }]
}

/** @param {import('#proof/harness/databases.js').Database} database */
async function countRows ({ query }) {
  const counts = await Promise.all(TABLES.map(async (table) => {
    const [{ count }] = await query(`SELECT count(*) AS count FROM ${table}`)
    return `${count} ${table}`
  }))
  return counts.join(', ')
}
