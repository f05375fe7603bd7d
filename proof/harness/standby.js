import { execFile } from 'node:child_process'
import { chown, rm, stat, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startPostgresql } from './postgresql.js'
import { eventually } from './waiting.js'

const run = promisify(execFile)

/** Why no standby can be made; null if it can. */
export function lacksStandby () {
  return existsSync('/proc/self/stat') ? null : 'processes are found through /proc, which is not here'
}

/**
 * Starts a server that follows another one. From now on the primary confirms a commit only when it is on both disks.
 * @param {import('./postgresql.js').PostgresqlServer} primary
 */
export async function startStandby (primary) {
  const client = new pg.Client(primary.url)
  client.on('error', () => {})
  await client.connect()
  const { password, username } = new URL(primary.url)
  const source = join(primary.folder, 'data')
  const standby = await startPostgresql({
    durable: true,
    password,
    settings: [
      `primary_conninfo=host=127.0.0.1 port=${primary.port} user=${username} password=${password} application_name=standby`
    ],
    async fill (data) {
      await client.query("SELECT pg_backup_start('standby', true)")
      // With its owner and rights. The write-ahead log comes from the other server.
      await run('cp', ['-a', source, data])
      await rm(join(data, 'postmaster.pid'), { force: true })
      const { rows: [backup] } = await client.query('SELECT labelfile FROM pg_backup_stop(false)')
      await writeFile(join(data, 'backup_label'), backup.labelfile)
      await writeFile(join(data, 'standby.signal'), '')
      const { uid, gid } = await stat(data)
      for (const name of ['backup_label', 'standby.signal']) await chown(join(data, name), uid, gid)
    }
  })
  await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
  await client.query('SELECT pg_reload_conf()')
  await eventually('the standby follows', async () => {
    const { rows } = await client.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
    return rows.length === 1
  })
  await client.end()
  return {
    ...standby,
    /** Makes it a primary, which accepts writes. */
    async promote () {
      const own = new pg.Client(standby.url)
      await own.connect()
      await own.query('SELECT pg_promote(true, 60)')
      await own.end()
    }
  }
}
