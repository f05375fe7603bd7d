import t from 'tap'
import { startClient, startReceiver, until, untilNothingIsOpen } from '../../helper/outbound/receivers.js'

const patience = { timeoutMs: 120_000 }

t.test('closing lets running requests end, and refuses new ones', async (t) => {
  let finish: (() => void) | undefined
  const receiver = await startReceiver(t, (_request, response) => { finish = () => response.end('done') })
  const client = startClient(t)
  const pending = client.send({ ...patience, url: receiver.url })
  await until(() => finish !== undefined)
  const closed = client.close()
  t.match(await client.send({ ...patience, url: receiver.url }), {
    ok: false,
    error: 'aborted',
    message: 'the client is closed'
  })
  t.match(await client.open({ url: receiver.url }), { ok: false, error: 'aborted' })
  finish?.()
  const result = await pending
  t.equal(result.ok && result.body.toString(), 'done')
  await closed
  await until(() => receiver.open() === 0)
  await untilNothingIsOpen(client)
  await client.close()
})

t.test('requests and bodies that do not end within the grace period are aborted', async (t) => {
  const receiver = await startReceiver(t, (request, response) => { if (request.url === '/body') response.write('a') })
  const client = startClient(t)
  const pending = client.send({ ...patience, url: receiver.url })
  const opened = await client.open({ url: `${receiver.url}/body` })
  await client.close({ graceMs: 50 })
  t.match(await pending, { ok: false, error: 'aborted', message: 'the client was closed' })
  t.match(opened.ok && opened.body.errored, { kind: 'aborted' })
  await until(() => receiver.open() === 0)
})

t.test('an idle client closes at once', async (t) => {
  const receiver = await startReceiver(t, (_request, response) => response.end())
  const client = startClient(t)
  await client.send({ ...patience, url: receiver.url })
  t.match(client.stats(), { idle: 1 })
  await client.close()
  await untilNothingIsOpen(client)
})
