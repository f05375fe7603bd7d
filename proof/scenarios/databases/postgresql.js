import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { closeLater } from '#proof/harness/closing.js'
import { createDatabase, postgresqlAt } from '#proof/harness/databases.js'
import { findPgbouncer, startPgbouncer } from '#proof/harness/pgbouncer.js'
import { startPostgresql } from '#proof/harness/postgresql.js'
import { signalTree } from '#proof/harness/process-tree.js'
import { openProxy } from '#proof/harness/proxy.js'
import { lacksStandby, startStandby } from '#proof/harness/standby.js'

/** How long a fault lasts, and how often it happens. */
const extent = ({ options: { quick } }) => quick ? { seconds: 2, times: 1 } : { seconds: 25, times: 5 }
/** For all clients, including the superuser's reserve. */
const FEW_CONNECTIONS = 45

/** Starts a server of its own, with durable commits. */
async function openServer (settings = []) {
  const server = await startPostgresql({ durable: true, settings })
  closeLater(server.stop)
  const database = await createDatabase('postgresql', { server, folder: '', name: 'cutroom' })
  return { server, database }
}

/** Connects another client to the database. */
async function connect (url) {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  return client
}

/** @type {import('../databases.js').Fault[]} */
export const faults = [
  {
    name: 'the server is restarted, in order and not',
    async prepare (context) {
      const { times } = extent(context)
      const { server, database } = await openServer()
      return {
        database,
        times: 2 * times,
        async strike (world) {
          for (const signal of Array(times).fill(/** @type {const} */ (['SIGINT', 'SIGQUIT'])).flat()) {
            await world.untilWritten()
            await server.end(signal)
            await delay(500)
            await server.start()
          }
        }
      }
    }
  },
  {
    name: 'connections are ended each second',
    async prepare (context) {
      const { seconds } = extent(context)
      const { database } = await openServer()
      return {
        database,
        times: seconds,
        async strike () {
          for (let second = 0; second < seconds; second++) {
            await delay(1000)
            await database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE datname = current_database() AND pid <> pg_backend_pid()`)
          }
        }
      }
    }
  },
  {
    name: 'a stranger locks the assets',
    async prepare (context) {
      const { seconds } = extent(context)
      const { database } = await openServer()
      return {
        database,
        times: 1,
        async strike () {
          const stranger = await connect(database.url)
          await stranger.query('BEGIN')
          await stranger.query('LOCK TABLE assets IN SHARE ROW EXCLUSIVE MODE')
          await delay(seconds * 1000)
          await stranger.end()
        }
      }
    }
  },
  {
    name: 'strangers use up the connections',
    async prepare (context) {
      const { seconds } = extent(context)
      const { server, database } = await openServer([`max_connections=${FEW_CONNECTIONS}`])
      return {
        database,
        times: 1,
        async strike () {
          const strangers = []
          const take = async () => {
            for (;;) strangers.push(await connect(server.url))
          }
          await take().catch(() => {})
          await strangers[0]?.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'cutroom'")
          await take().catch(() => {})
          await delay(seconds * 1000)
          await Promise.all(strangers.map((stranger) => stranger.end()))
        }
      }
    }
  },
  {
    name: 'the server is silent',
    needs: lacksStandby,
    async prepare (context) {
      const seconds = context.options.quick ? 3 : 20
      const { server, database } = await openServer()
      const thaw = () => signalTree(server.pid(), 'SIGCONT')
      return {
        database,
        times: 1,
        async strike () {
          // A frozen server cannot be ended.
          const close = closeLater(thaw, thaw)
          signalTree(server.pid(), 'SIGSTOP')
          await delay(seconds * 1000)
          await close()
        }
      }
    }
  },
  {
    name: 'PgBouncer in transaction mode, which is killed now and then',
    needs: () => findPgbouncer() === null ? 'pgbouncer is not installed' : null,
    async prepare (context) {
      const { times } = extent(context)
      const { database } = await openServer()
      const pooler = await startPgbouncer(database.url, 'transaction', 8)
      closeLater(pooler.close)
      pooler.url.searchParams.set('pgbouncer', 'true')
      return {
        database: { ...database, url: pooler.url.href },
        times,
        async strike (world) {
          for (let time = 0; time < times; time++) {
            await world.untilWritten()
            await pooler.restart()
          }
        }
      }
    }
  },
  {
    name: 'the primary is lost, and a standby takes over',
    needs: lacksStandby,
    async prepare () {
      const { server, database } = await openServer(['wal_keep_size=256MB'])
      const standby = await startStandby(server)
      closeLater(standby.stop)
      const proxy = await openProxy(database.url)
      closeLater(proxy.close)
      const target = new URL(database.url)
      target.port = String(standby.port)
      return {
        database: postgresqlAt(proxy.url),
        times: 1,
        async strike () {
          signalTree(server.pid(), 'SIGKILL')
          await standby.promote()
          proxy.switchTo(target.href)
        }
      }
    }
  }
]
