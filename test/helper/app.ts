import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import type { Access, Caller } from '../../src/core/caller.js'
import { setPasswordCosts } from '../../src/access/passwords.js'
import { createUsers } from '../../src/access/users.js'
import { buildApp, type AppOptions } from '../../src/app.js'
import { readConfig, type Config } from '../../src/process/config.js'
import { openDatabase } from '../../src/database/database.js'
import { fillEmptyDatabase } from '../../src/process/first-start.js'
import { checkConformance } from './conformance.js'
import { costing } from './costs.js'
import { createTestDatabase } from './databases.js'
import { LoopGuard } from './loop-guard.js'
import { ADMIN_API_KEY } from './templates.js'

export const dialects = ['sqlite', 'postgresql'] as const
type Dialect = typeof dialects[number]

/**
 * For tests about HTTP alone, in which no SQL matters: SQLite. `npm test -- --http-on postgresql`, a gate of .ci/run,
 * runs their files on PostgreSQL.
 */
export const httpDialects: readonly Dialect[] =
  [process.env.TEST_HTTP_DATABASE === 'postgresql' ? 'postgresql' : 'sqlite']

export const ADMIN_EMAIL = 'admin@example.com'
/** The app refuses nothing as overload: other tests may keep the machine busy. */
export const neverOverloaded = { maxDelayMs: 0 }
// A hash is forty times cheaper than in the service.
setPasswordCosts({ N: 2 ** 11, r: 8, p: 1 })

/** With LOOP_GUARD=1, a test fails if one of its requests blocks the event loop. */
const loopGuard = process.env.LOOP_GUARD === '1' ? new LoopGuard() : null

/** An answer, as a client sees it. */
export interface Answer {
  readonly status: number
  /** The parsed body; null if it is empty. */
  readonly body: any
  readonly text: string
  readonly headers: Record<string, unknown>
}

export type Client = ReturnType<typeof createClient>

/** Sends requests with one key, and bodies as JSON. Every answer is checked against the API document. */
export function createClient (app: FastifyInstance, apiKey: string | null) {
  async function send (
    method: InjectOptions['method'], path: string, body?: unknown, headers: Record<string, string> = {}
  ): Promise<Answer> {
    const url = path.startsWith('/') ? path : `/api/v2/${path}`
    const ask = () =>
      app.inject({
        method,
        url,
        headers: {
          ...(apiKey === null ? {} : { 'x-api-key': apiKey }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers
        },
        payload: body === undefined ? undefined : typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
      })
    const reply = loopGuard === null
      ? await ask()
      : await loopGuard.watch(`${method} ${url.slice(0, 100)}`, async () => ask())
    const contentType = String(reply.headers['content-type'])
    const parsed = contentType.startsWith('application/json') && reply.body !== '' ? reply.json() : null
    const answer = { status: reply.statusCode, body: parsed, text: reply.body, headers: reply.headers }
    checkConformance(app, method!, url, { ...answer, contentType })
    return answer
  }
  return {
    send,
    get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
    post: (path: string, body?: unknown) => send('POST', path, body),
    put: (path: string, body?: unknown) => send('PUT', path, body),
    delete: (path: string, body?: unknown) => send('DELETE', path, body)
  }
}

export interface World {
  readonly app: FastifyInstance
  readonly config: Config
  /** The URL of the test's own database. */
  readonly url: string
  /** The client of the first administrator, and its key. */
  readonly admin: Client
  readonly adminKey: string
  readonly adminCaller: Caller
  /** A client without a key. */
  readonly anonymous: Client
  /** Adds a user to the same account. */
  addUser(
    options?: { email?: string, admin?: boolean, access?: Access, account?: string }
  ): Promise<{ id: number, email: string, client: Client }>
  /** Adds an administrator of another account. */
  addStranger (): Promise<{ id: number, email: string, client: Client }>
}

type Options = Partial<Pick<AppOptions, 'patience' | 'logger' | 'overload'>>

/** Settings that count when the database is filled. */
const firstStart = ['ACCOUNT', 'ADMIN_EMAIL', 'ADMIN_API_KEY']

/** Builds the real app on a database of its own, migrated and with its first administrator. Both end with the test. */
export async function createWorld (
  t: Test,
  dialect: Dialect,
  environment: Record<string, string> = {},
  options: Options = {}
): Promise<World> {
  const hasUsualAdministrator = firstStart.every((setting) => environment[setting] === undefined)
  const { url, drop } = await createTestDatabase(dialect, { filled: hasUsualAdministrator })
  const config = readConfig({ DATABASE_URL: url, ADMIN_API_KEY, JOBS: 'off', ...environment })
  const app = await costing('apps', async () => buildApp({
    config,
    database: await openDatabase(url),
    overload: neverOverloaded,
    logger: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    ...options
  }))
  t.teardown(async () => {
    await app.close()
    await drop()
    const offences = loopGuard?.offences.splice(0) ?? []
    if (offences.length > 0) throw new Error(offences.join(', '))
  })
  await costing('first administrators', async () => {
    await fillEmptyDatabase(config, app)
    await app.ready()
  })
  return openWorld({ app, config, url }, ADMIN_API_KEY, createMakers(app))
}

type Basis = Pick<World, 'app' | 'config' | 'url'>
type Makers = ReturnType<typeof createMakers>

/** Creates users and accounts, each with a name that is unique in the app. */
function createMakers (app: FastifyInstance) {
  const users = createUsers(app)
  let made = 0
  const addUser = async (options: { email?: string, admin?: boolean, account?: string } = {}) => {
    const given = { email: `user${++made}@example.com`, admin: false, ...options }
    const { id, email, api_key: apiKey } = await users.add(given)
    return { id, email, apiKey, client: createClient(app, apiKey) }
  }
  return {
    addUser,
    addAdministrator: async () => {
      const account = `account ${++made}`
      await app.transact({ accountId: 0, account, userId: 0, email: '', admin: true, access: 'account' }, async (tx) => {
        await tx.prisma.account.create({ data: { name: account, createdAt: tx.time } })
      })
      return { account, ...await addUser({ email: `stranger${made}@example.org`, admin: true, account }) }
    }
  }
}

/** The world of the account whose administrator has this key. Without `account`, it is the first one. */
async function openWorld (basis: Basis, key: string, makers: Makers, account?: string): Promise<World> {
  const { app } = basis
  return {
    ...basis,
    admin: createClient(app, key),
    adminKey: key,
    adminCaller: (await app.keyCache.identify(key))!,
    anonymous: createClient(app, null),
    addUser: (options = {}) => makers.addUser({ ...account === undefined ? {} : { account }, ...options }),
    addStranger: makers.addAdministrator
  }
}

type Check = (t: Test, world: World) => Promise<void>
type Settings = [environment?: Record<string, string>, options?: Options]

/**
 * The usual way: returns a function that runs a test on both databases, or on those that are given, in an account of
 * its own. The tests of a file share one app for each database and environment, which is closed at the end of the file.
 */
export function inOneApp (
  on: readonly Dialect[] = dialects,
  ofAll: Record<string, string> | (() => Record<string, string>) = {},
  options: Options = {}
) {
  const shared = new Map<string, Promise<{ basis: Basis, makers: Makers }>>()

  async function begin (dialect: Dialect, environment: Record<string, string>) {
    const all = typeof ofAll === 'function' ? ofAll() : ofAll
    const { app, config, url } = await createWorld(t, dialect, { ...all, ...environment }, options)
    return { basis: { app, config, url }, makers: createMakers(app) }
  }

  return function onDatabases (
    promise: string, check: Check, environment: Record<string, string> = {}, only: readonly Dialect[] = on
  ): void {
    for (const dialect of only) {
      t.test(`${promise} (${dialect})`, async (t) => {
        const key = JSON.stringify([dialect, environment])
        const begun = shared.get(key) ?? begin(dialect, environment)
        shared.set(key, begun)
        const { basis, makers } = await begun
        const { account, apiKey } = await makers.addAdministrator()
        return check(t, await openWorld(basis, apiKey, makers, account))
      })
    }
  }
}

/** For promises about a whole app on both databases: runs the test once on each, each time with an app of its own. */
export function onBothDatabases (promise: string, check: Check, ...settings: Settings): void {
  for (const dialect of dialects) {
    t.test(`${promise} (${dialect})`, async (t) => check(t, await createWorld(t, dialect, ...settings)))
  }
}

/** For promises about HTTP alone: runs the test on one of the databases, with an app of its own. */
export function onOneDatabase (promise: string, check: Check, ...settings: Settings): void {
  for (const dialect of httpDialects) {
    t.test(`${promise} (${dialect})`, async (t) => check(t, await createWorld(t, dialect, ...settings)))
  }
}
