import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { PrismaPg } from '@prisma/adapter-pg'
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import { CodedError, guardErrors } from './errors.js'

const connectTimeoutMs = 5_000
const alreadyExists = ['42P04', '23505']
const types = pg.types.builtins

export function openPostgresql (url) {
  const factory = guardErrors({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect(url),

    async connectToShadowDb () {
      const name = `prisma_migrate_shadow_db_${randomUUID()}`
      await runOnServer(url, `CREATE DATABASE "${name}"`)
      const adapter = await connect(withDatabase(url, name))
      const { dispose } = adapter
      adapter.dispose = async () => {
        await dispose.call(adapter)
        await runOnServer(url, `DROP DATABASE "${name}" WITH (FORCE)`)
      }
      return adapter
    }
  }, ['connect', 'connectToShadowDb'])

  async function create () {
    const name = databaseName(url)
    await runOnServer(withDatabase(url, 'postgres'), `CREATE DATABASE "${name.replaceAll('"', '""')}"`).catch(error => {
      // Another process was faster.
      if (!alreadyExists.includes(error.cause?.code)) throw error
    })
    return name
  }

  return { factory, shadowFactory: factory, check: () => runOnServer(url, 'SELECT 1'), create }
}

async function connect (url) {
  // One connection, because the engine's advisory lock belongs to its session.
  const config = { connectionString: url, max: 1, connectionTimeoutMillis: connectTimeoutMs }
  const adapter = await new PrismaPg(config).connect()
  // These are private: the version is pinned.
  const { queryRaw, performIO, onError } = /** @type {any} */ (adapter)

  return guardErrors(Object.assign(adapter, {
    /**
     * The catalogue has columns of a one-letter type that the adapter refuses: the adapter gets them as char(1), the
     * engine as letters.
     */
    async queryRaw (query) {
      /** @type {any[]} */
      let fields = []
      const reader = Object.create(adapter, {
        performIO: {
          value: async query => {
            const result = await performIO.call(adapter, query)
            fields = result.fields
            const readable = fields.map(field => isLetter(field) ? { ...field, dataTypeID: types.BPCHAR } : field)
            return { ...result, fields: readable }
          }
        }
      })
      const result = await queryRaw.call(reader, query)
      const columnTypes = fields.map((field, i) => isLetter(field) ? ColumnTypeEnum.Character : result.columnTypes[i])
      return { ...result, columnTypes }
    },

    /** One message, all or nothing: the adapter would split the script at every semicolon, also inside functions. */
    async executeScript (script) {
      await adapter.underlyingDriver().query(script).catch(error => onError.call(adapter, error))
    }
  }), ['queryRaw', 'executeRaw', 'executeScript', 'startTransaction'])
}

function isLetter (field) {
  return field.dataTypeID === types.CHAR
}

async function runOnServer (url, sql) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs })
  try {
    await client.connect()
    await client.query(sql)
  } catch (error) {
    throw connectionError(error, url)
  } finally {
    await client.end()
  }
}

function connectionError (error, url) {
  const host = new URL(url).host || 'localhost'
  switch (error.code) {
    case '3D000': return new CodedError('P1003', `Database ${databaseName(url)} does not exist at ${host}`, error)
    case '28P01':
    case '28000': return new CodedError('P1000', `The database server at ${host} refused the login: ${error.message}`, error)
  }
  if (error instanceof pg.DatabaseError) return new CodedError('P1010', error.message, error)
  return new CodedError('P1001', `Can't reach the database server at ${host}: ${error.message || error.code}`, error)
}

function databaseName (url) {
  return decodeURIComponent(new URL(url).pathname.slice(1)) || 'postgres'
}

function withDatabase (url, name) {
  const changed = new URL(url)
  changed.pathname = `/${encodeURIComponent(name)}`
  return changed.href
}
