import { pino } from 'pino'
import t, { type Test } from 'tap'
import { buildApp } from '#src/app.js'
import { openDatabase } from '#src/database/database.js'
import { createClient, createWorld, type Answer } from '../../helper/app.js'
import { eventually } from '../../helper/receiver.js'

const SAMPLE_MS = 100
const impatient = { maxDelayMs: SAMPLE_MS / 2, sampleMs: SAMPLE_MS }

/** Blocks the event loop, as too much work does. */
function block (durationMs: number): void {
  for (const end = performance.now() + durationMs; performance.now() < end;);
}

/** A second app on the database of a world, whose guard refuses requests early. */
async function build (t: Test, overload = impatient) {
  const { config, url } = await createWorld(t, 'sqlite')
  const app = await buildApp({ config, database: await openDatabase(url), logger: pino({ level: 'silent' }), overload })
  t.teardown(() => app.close())
  return { app, client: createClient(app, config.ADMIN_API_KEY!), anonymous: createClient(app, null) }
}

t.test('An overloaded service refuses requests until it has caught up', async (t) => {
  const { app, client, anonymous } = await build(t)
  await app.ready()
  await t.test('requests with or without a key get 503 with Retry-After, and nothing is done', async (t) => {
    let created = 0
    const refused = await eventually('a refusal', async () => {
      block(2 * SAMPLE_MS)
      const answers: Answer[] = await Promise.all([client.post('assets', { title: 'Too much' }), client.get('projects'),
        anonymous.get('projects')])
      if (answers[0]!.status === 200) created++
      return answers.every(({ status }) => status === 503) && answers
    })
    t.equal(await app.database.reads.prisma.asset.count(), created)
    for (const { body, headers } of refused) {
      t.strictSame(body, { error: 'Service is overloaded' })
      t.equal(String(headers['retry-after']), '10')
      t.ok(headers['x-request-id'])
    }
  })

  await t.test('health checks, metrics and the documentation are still answered', async (t) => {
    const seen = await eventually('a moment of overload', async () => {
      block(2 * SAMPLE_MS)
      const [first, ...others] = await Promise.all([client.get('projects'),
        ...['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs'].map((path) => anonymous.get(path)),
        client.get('projects')])
      return first!.status === 503 && others.at(-1)!.status === 503 && others.slice(0, -1)
    })
    t.strictSame(seen.map(({ status }) => status), [200, 200, 200, 200, 200])
  })

  await t.test('the service serves again when it has caught up', async (t) => {
    const answer = await eventually('an answer', async () => {
      const answer = await client.get('projects')
      return answer.status === 200 && answer
    })
    t.strictSame(answer.body, { projects: [] })
  })
})

t.test('The event loop delay of the start does not cause the first requests to be refused', async (t) => {
  // Any delay is too much, so every sample refuses requests.
  const { app, client } = await build(t, { maxDelayMs: Number.MIN_VALUE, sampleMs: 1000 })
  app.addHook('onReady', async () => block(100))
  await app.ready()
  await eventually('the first sample', () => app.memoryUsage().eventLoopDelay > 0)
  t.equal((await client.get('projects')).status, 200)
  const answer = await eventually('a refusal, when the start is over', async () => {
    const answer = await client.get('projects')
    return answer.status === 503 && answer
  })
  t.strictSame(answer.body, { error: 'Service is overloaded' })
})
