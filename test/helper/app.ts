import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import type { Caller } from '../../src/core/caller.js'
import { createUsers } from '../../src/access/users.js'
import { buildApp, type AppOptions } from '../../src/app.js'
import { readConfig, type Config } from '../../src/process/config.js'
import { openDatabase } from '../../src/database/database.js'
import { fillEmptyDatabase } from '../../src/process/first-start.js'
import { checkConformance } from './conformance.js'
import { createTestDatabase } from './databases.js'
import { LoopGuard } from './loop-guard.js'

export const dialects = ['sqlite', 'postgresql'] as const

export const ADMIN_EMAIL = 'admin@example.com'
/** Other tests may keep the machine busy. */
export const neverOverloaded = { maxDelayMs: 0 }
const ADMIN_API_KEY = 'cutroom_test_administrator'

/** With LOOP_GUARD=1, a test fails if a request of it blocks the event loop. */
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
        payload: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
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
  /** The client of the first administrator. */
  readonly admin: Client
  readonly adminCaller: Caller
  /** A client without a key. */
  readonly anonymous: Client
  /** Adds a user to the same account. */
  addUser(
    options?: { email?: string, admin?: boolean, account?: string }
  ): Promise<{ id: number, email: string, client: Client }>
  /** Adds an administrator of another account. */
  addStranger (): Promise<{ id: number, email: string, client: Client }>
}

/** Builds the real app on a database of its own, migrated and with its first administrator. Both end with the test. */
export async function createWorld (
  t: Test,
  dialect: typeof dialects[number],
  environment: Record<string, string> = {},
  options: Pick<AppOptions, 'patience'> & Partial<Pick<AppOptions, 'logger'>> = {}
): Promise<World> {
  const { url, drop } = await createTestDatabase(dialect)
  const config = readConfig({ DATABASE_URL: url, ADMIN_API_KEY, JOBS: 'off', ...environment })
  const database = await openDatabase(url)
  const app = await buildApp({
    config,
    database,
    overload: neverOverloaded,
    logger: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
    ...options
  })
  t.teardown(async () => {
    await app.close()
    await drop()
    const offences = loopGuard?.offences.splice(0) ?? []
    if (offences.length > 0) throw new Error(offences.join(', '))
  })
  await fillEmptyDatabase(config, app)
  await app.ready()

  const users = createUsers(app)
  let made = 0
  const addUser: World['addUser'] = async (options = {}) => {
    const { id, email, api_key: apiKey } = await users.add({
      email: `user${++made}@example.com`,
      admin: false,
      ...options
    })
    return { id, email, client: createClient(app, apiKey) }
  }
  return {
    app,
    config,
    url,
    admin: createClient(app, ADMIN_API_KEY),
    adminCaller: (await app.keyCache.identify(ADMIN_API_KEY))!,
    anonymous: createClient(app, null),
    addUser,
    addStranger: async () => {
      const account = `account ${++made}`
      await app.transact({ accountId: 0, account, userId: 0, email: '', admin: true }, async (tx) => {
        await tx.prisma.account.create({ data: { name: account, createdAt: tx.time } })
      })
      return addUser({ email: `stranger${made}@example.org`, admin: true, account })
    }
  }
}

/** For promises that hold on both databases: runs the test once on each. */
export function onBothDatabases (
  promise: string, check: (t: Test, world: World) => Promise<void>, environment?: Record<string, string>
): void {
  for (const dialect of dialects) {
    t.test(`${promise} (${dialect})`, async (t) => check(t, await createWorld(t, dialect, environment)))
  }
}
