import { pino } from 'pino'
import t, { type Test } from 'tap'
import { buildApp } from '#src/app.js'
import { openDatabase } from '#src/database/database.js'
import { createClient, createWorld, neverOverloaded } from '#test/helper/app.js'
import { openProxy } from '#test/helper/proxy.js'

const TRIES_LOST = 3
const WRITERS = 8

/** An app whose connections a proxy can end. */
async function behindProxy (t: Test) {
  const world = await createWorld(t, 'postgresql')
  const proxy = await openProxy(t, world.url)
  const app = await buildApp({
    config: world.config,
    database: await openDatabase(proxy.url),
    overload: neverOverloaded,
    logger: pino({ level: 'silent' })
  })
  t.teardown(() => app.close())
  await app.ready()
  const titles = async () =>
    (await world.app.database.reads.prisma.asset.findMany()).map(({ title }) => title).sort()
  return { proxy, titles, client: createClient(app, world.config.ADMIN_API_KEY!) }
}

t.test('A transaction whose connection is lost after any of its statements, several times, is done by the next try', async (t) => {
  const { proxy, titles, client } = await behindProxy(t)
  await client.post('assets', { title: 'first' })
  const made = ['first']
  for (let statement = 0, ended = TRIES_LOST; ended > 0; statement++) {
    proxy.endTransactions(statement, TRIES_LOST)
    const title = `ended after ${statement}`
    t.equal((await client.post('assets', { title })).status, 200, title)
    made.push(title)
    ended = proxy.ended()
    t.ok([0, TRIES_LOST].includes(ended), `${ended} were ended`)
  }
  t.ok(made.length > 3, `${made.length - 2} places`)
  t.same(await titles(), made.sort())
})

t.test('Of eight writers whose connections are lost at once, each has its change done once', async (t) => {
  const { proxy, titles, client } = await behindProxy(t)
  const wanted = Array.from({ length: WRITERS }, (_, writer) => `of writer ${writer}`)
  proxy.endTransactions(1, TRIES_LOST * WRITERS)
  const answers = await Promise.all(wanted.map((title) => client.post('assets', { title })))
  t.same(answers.map(({ status }) => status), wanted.map(() => 200))
  t.same(await titles(), wanted)
})
