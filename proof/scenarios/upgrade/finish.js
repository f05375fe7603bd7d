import { eventually } from '#proof/harness/waiting.js'
import { runProgram } from '#proof/harness/service.js'

/** @typedef {import('#proof/harness/next-release.js').Release} Release */

/** Longer than the finish waits for older processes, and for what they have begun. */
const AGO = "INTERVAL '40 seconds'"

/**
 * Waits until the upgrade is finished.
 * @param {import('#proof/harness/databases.js').Database} database
 * @param {{ next: Release, isShort?: boolean }} options `isShort`: the times of the database are set back, so that
 * nobody waits for what has ended
 */
export async function untilFinished (database, { next, isShort = false }) {
  await eventually('the upgrade is finished', async () => {
    if (isShort) {
      await database.execute(`
        UPDATE processes SET seen_at = seen_at - ${AGO} WHERE stopped OR release <> '${next.version}';
        UPDATE database_release SET closed_at = closed_at - ${AGO}`)
    }
    const [row] = await database.query('SELECT finished FROM database_release')
    return row.finished === next.version
  })
}

/**
 * Waits until the content of the index is renewed.
 * @param {import('#proof/harness/databases.js').Database} database
 * @param {{ next: Release, folder: string }} options
 */
export async function untilRenewed ({ url }, { next, folder }) {
  await eventually('the index is renewed', async () => {
    const { code, stdout, stderr } = await runProgram(next.command, {
      parameters: ['upgrade', 'status'], environment: { DATABASE_URL: url, LOG_LEVEL: 'silent' }, folder
    })
    if (code !== 0) throw new Error(`upgrade status: ${stderr}`)
    return JSON.parse(stdout).job === null
  }, Infinity)
}
