import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import t, { type Test } from 'tap'
import { createWorld } from '../helper/app.js'
import { startService } from '../helper/program.js'

/** A client that keeps its connections. */
function keepConnections (t: Test) {
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  return async (url: string) => {
    const [answer] = await once(get(url, { agent }), 'response') as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    return { status: answer.statusCode, connection: answer.headers.connection }
  }
}

t.test('Before a stop everything is served, connections are closed, and /readyz says why it is not ready', async (t) => {
  const { app } = await createWorld(t, 'sqlite')
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = keepConnections(t)
  t.strictSame(await ask(`${url}/readyz`), { status: 200, connection: 'keep-alive' })
  app.draining.begin()
  t.strictSame(await ask(`${url}/readyz`), { status: 503, connection: 'close' })
  t.strictSame(await ask(`${url}/healthz`), { status: 200, connection: 'close' })
  t.strictSame(await ask(`${url}/docs`), { status: 200, connection: 'close' }, 'also what is streamed')
  t.match((await app.inject('/readyz')).json(), { status: 'not ready', problems: ['stopping'] })
})

t.test('With DRAIN_SECONDS the service goes on after SIGTERM; a second signal ends it at once', async (t) => {
  const service = await startService(t, { DRAIN_SECONDS: '60' })
  const ended = service.stop()
  const readiness = async () => (await fetch(`${service.url}/readyz`)).json() as Promise<{ problems: string[] }>
  while ((await readiness()).problems.length === 0);
  t.strictSame((await readiness()).problems, ['stopping'])
  t.equal((await fetch(`${service.url}/healthz`)).headers.get('connection'), 'close')
  service.stop('SIGINT')
  t.match(await ended, { code: 1, stderr: '' })
})

t.test('After DRAIN_SECONDS the service ends as before', async (t) => {
  const service = await startService(t, { DRAIN_SECONDS: '1' })
  t.match(await service.stop(), { code: 0, stderr: '' })
})
