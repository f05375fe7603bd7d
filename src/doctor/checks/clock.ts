import { SECOND_MS } from '../../basics/units.js'
import { statement } from '../../database/sql.js'
import { ok, skipped, warning, type Check } from '../check.js'

const MOST_APART_MS = 2 * SECOND_MS

const databaseTime = statement<{ time: number }>('', () => `
  SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS double precision) AS time`)

/** This machine and the database have the same time. */
export const clock: Check = {
  name: 'clock',
  needs: ['settings', 'database'],
  async look ({ config, connect, clock }) {
    if (config.DATABASE_URL.startsWith('file:')) return ok('The database has the clock of this machine')
    const database = await connect()
    if (database === null) return skipped('There is no database yet')
    // The first question may wait for a connection.
    await database.ping()
    const before = clock()
    const { time } = (await database.reads.sql.first(databaseTime, []))!
    const apartMs = Math.round((before + clock()) / 2 - time)
    const apart = `${Math.abs(apartMs) / SECOND_MS} seconds ${apartMs < 0 ? 'behind' : 'ahead of'} that of the database`
    return Math.abs(apartMs) > MOST_APART_MS
      ? warning(`The clock of this machine is ${apart}`, 'Let both take the time of a server (NTP)')
      : ok(`The clock of this machine is ${apart}`)
  }
}
