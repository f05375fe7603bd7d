import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { systemCaller, type Access, type Caller } from '../../src/core/caller.js'
import type { Transaction } from '../../src/core/transact.js'
import { setPasswordCosts } from '../../src/access/passwords.js'
import { createUsers } from '../../src/access/users.js'
import { buildApp, type AppOptions } from '../../src/app.js'
import { readConfig, type Config } from '../../src/process/config.js'
import { openDatabase } from '../../src/database/database.js'
import { fillEmptyDatabase } from '../../src/process/first-start.js'
import { createClient, throwOffences, type Client } from './requests.js'
import { costing } from './costs.js'
import { createTestDatabase } from './databases.js'
import { ADMIN_API_KEY } from './templates.js'

export { createClient, type Answer, type Client } from './requests.js'

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

type Settings = [environment?: Record<string, string>, options?: Options]

/** Settings that count when the database is filled. */
const firstStart = ['ACCOUNT', 'ADMIN_EMAIL', 'ADMIN_API_KEY']

type Basis = Pick<World, 'app' | 'config' | 'url'>

/** Builds the real app on a database of its own, migrated and with its first administrator. */
async function build (
  dialect: Dialect, environment: Record<string, string> = {}, options: Options = {}
): Promise<{ basis: Basis, makers: Makers, close: () => Promise<void> }> {
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
  const close = async () => {
    await app.close()
    await drop()
  }
  try {
    await costing('first administrators', async () => {
      await fillEmptyDatabase(config, app)
      await app.ready()
    })
  } catch (error) {
    await close()
    throw error
  }
  return { basis: { app, config, url }, makers: createMakers(app), close }
}

/** An app of the test's own, on a database of its own. Both end with the test. */
export async function createWorld (t: Test, dialect: Dialect, ...settings: Settings): Promise<World> {
  const { basis, makers, close } = await build(dialect, ...settings)
  t.teardown(async () => {
    await close()
    throwOffences()
  })
  return openWorld(basis, ADMIN_API_KEY, makers)
}

/** Apps that all files of a process share, by database and settings. They are closed after the last file. */
const ofProcess = new Map<string, ReturnType<typeof build>>()

/** An account of its own in the app with these settings that the files of this process share. */
export async function borrowWorld (
  t: Test, dialect: Dialect, environment: Record<string, string> = {}
): Promise<World> {
  const key = JSON.stringify([dialect, environment])
  const built = ofProcess.get(key) ?? build(dialect, environment)
  if (!ofProcess.has(key)) {
    ofProcess.set(key, built)
    // The runner disconnects after the last file.
    process.once('disconnect', () => { built.then(({ close }) => close(), () => {}) })
  }
  const { basis, makers } = await built
  t.teardown(throwOffences)
  return openAccount(basis, makers)
}

async function openAccount (basis: Basis, makers: Makers): Promise<World> {
  const { account, apiKey } = await makers.addAdministrator()
  return openWorld(basis, apiKey, makers, account)
}

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
      await app.transact({ accountId: 0, account, userId: 0, email: '', admin: true, access: 'account', hasPrivate: false }, async (tx) => {
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

/** What a test sees of an app that it shares with other files: its answers, and nothing inside. */
export type SharedWorld = Omit<World, 'app' | 'config' | 'url'>

/**
 * The cheapest way: returns a function that runs a test on both databases, or on those that are given, in an account of
 * its own. All files of a process share the app, so it is for tests that know only what the service answers. E-mails
 * are unique in the app: no two of these files name the same.
 */
export function inSharedApp (on: readonly Dialect[] = dialects): (
  promise: string,
  check: (t: Test, world: SharedWorld) => Promise<void>,
  environment?: Record<string, string>,
  only?: readonly Dialect[]
) => void {
  return inAppOfProcess(on)
}

/**
 * The same, for tests that look inside, too, at rows of their own account alone: no job runs in this app, and there is
 * no telling what other accounts have left in it.
 */
export function inAppOfProcess (on: readonly Dialect[] = dialects) {
  return function onDatabases (
    promise: string, check: Check, environment: Record<string, string> = {}, only: readonly Dialect[] = on
  ): void {
    for (const dialect of only) {
      t.test(`${promise} (${dialect})`, async (t) => check(t, await borrowWorld(t, dialect, environment)))
    }
  }
}

/**
 * For tests that count the rows of all accounts, or whose app runs jobs: returns a function that runs a test on both
 * databases, or on those that are given, in an account of its own. The tests of a file share one app for each database
 * and environment, which is closed at the end of the file.
 */
export function inOneApp (
  on: readonly Dialect[] = dialects,
  ofAll: Record<string, string> | (() => Record<string, string>) = {},
  options: Options = {}
) {
  const shared = new Map<string, ReturnType<typeof build>>()

  async function begin (dialect: Dialect, environment: Record<string, string>) {
    const all = typeof ofAll === 'function' ? ofAll() : ofAll
    const built = await build(dialect, { ...all, ...environment }, options)
    t.teardown(built.close)
    return built
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
        t.teardown(throwOffences)
        return check(t, await openAccount(basis, makers))
      })
    }
  }
}

/** For tests that look at the rows of all accounts in a shared app: runs `clean` before each, as the service. */
export function eachAfter (
  clean: (tx: Transaction) => Promise<unknown>, declare: ReturnType<typeof inOneApp>
): (promise: string, check: Check) => void {
  return (promise, check) => declare(promise, async (t, world) => {
    await world.app.transact(systemCaller(), clean)
    return check(t, world)
  })
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
