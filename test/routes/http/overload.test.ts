import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { createWorld, type Answer } from '../../helper/app.js'
import { eventually } from '../../helper/receiver.js'

const SAMPLE_MS = 100
const impatient = { maxDelayMs: SAMPLE_MS / 2, sampleMs: SAMPLE_MS }

/** Blocks the event loop for more than a sample, as too much work does. The sample is taken when it turns again. */
async function block (): Promise<void> {
  for (const end = performance.now() + 2 * SAMPLE_MS; performance.now() < end;);
  await turn()
}

t.test('An overloaded service refuses requests until it has caught up', async (t) => {
  const { app, admin, anonymous } = await createWorld(t, 'sqlite', {}, { overload: impatient })
  await t.test('requests with or without a key, and those of guests, get 503 with Retry-After, and nothing is done', async (t) => {
    let created = 0
    const refused = await eventually('a refusal', async () => {
      await block()
      const answers: Answer[] = await Promise.all([admin.post('assets', { title: 'Too much' }), admin.get('projects'),
        anonymous.get('projects'), anonymous.send('GET', 'shared', undefined, { authorization: 'Bearer x' })])
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
      await block()
      const [first, ...others] = await Promise.all([admin.get('projects'),
        ...['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs'].map((path) => anonymous.get(path)),
        admin.get('projects')])
      return first!.status === 503 && others.at(-1)!.status === 503 && others.slice(0, -1)
    })
    t.strictSame(seen.map(({ status }) => status), [200, 200, 200, 200, 200])
  })

  await t.test('the service serves again when it has caught up', async (t) => {
    const answer = await eventually('an answer', async () => {
      const answer = await admin.get('projects')
      return answer.status === 200 && answer
    })
    t.strictSame(answer.body, { projects: [] })
  })
})

t.test('The event loop delay of the start does not cause the first requests to be refused', async (t) => {
  let end!: () => void
  const started = new Promise<void>((resolve) => { end = resolve })
  // Any delay is too much, so every sample refuses requests.
  const overload = { maxDelayMs: Number.MIN_VALUE, sampleMs: SAMPLE_MS, started }
  const { app, admin } = await createWorld(t, 'sqlite', {}, { overload })
  await eventually('the first sample', () => app.memoryUsage().eventLoopDelay > 0)
  t.equal((await admin.get('projects')).status, 200)
  end()
  const answer = await eventually('a refusal, when the start is over', async () => {
    const answer = await admin.get('projects')
    return answer.status === 503 && answer
  })
  t.strictSame(answer.body, { error: 'Service is overloaded' })
})
