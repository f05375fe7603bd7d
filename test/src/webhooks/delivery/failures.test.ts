import type { Socket } from 'node:net'
import { dialects, httpDialects, inOneApp } from '#test/helper/app.js'
import { addAsset, historyOf, succeed } from '#test/helper/items.js'
import { eventually, startReceiver } from '#test/helper/receiver.js'
import { addWebhook, logOf, readWebhook } from '#test/helper/webhooks.js'
import { startRawReceiver } from '../../../helper/outbound/receivers.js'

/** No receiver is silent here: test/campaigns/silent-receivers.test.ts has those. */
const environment = { JOBS: 'on', WEBHOOK_RETRY_DELAYS: '86400', WEBHOOK_TIMEOUT: '600' }
const onBothDatabases = inOneApp(dialects, environment)

const head = 'HTTP/1.1 200 OK\r\n'

/** Writes a text repeatedly, as fast as it is read. */
function pour (socket: Socket, text: string): void {
  const write = () => {
    if (socket.destroyed) return
    if (socket.write(text.repeat(1024))) setImmediate(write)
    else socket.once('drain', write)
  }
  write()
}

const bad: Array<{ what: string, behave: (socket: Socket) => void, error: string, status?: number }> = [
  {
    what: 'sends headers without end',
    behave: (socket) => {
      socket.write(head)
      pour(socket, 'x-a: aaaaaaaaaaaaaaaa\r\n')
    },
    error: 'reset'
  },
  { what: 'resets instead of answering', behave: (socket) => socket.resetAndDestroy(), error: 'reset' },
  {
    what: 'resets in the middle',
    behave: (socket) => {
      socket.write(`${head}content-length: 100\r\n\r\na`, () => socket.resetAndDestroy())
    },
    error: 'reset'
  },
  { what: 'speaks another protocol', behave: (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), error: 'reset' },
  {
    what: 'redirects inwards',
    behave: (socket) => socket.end('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\n\r\n'),
    error: 'redirect',
    status: 302
  },
  {
    what: 'has no use for it',
    behave: (socket) => socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'),
    error: 'http_status',
    status: 404
  }
]

onBothDatabases('However a receiver fails, the attempt ends and the log has the reason', async (t, { admin }) => {
  const failing: Array<{ id: number, what: string, error: string, status?: number }> = []
  for (const { behave, ...expected } of bad) {
    const { url } = await startRawReceiver(t, (socket) => socket.once('data', () => behave(socket)))
    failing.push({ ...(await addWebhook(admin, { http_url: url })), ...expected })
  }
  const plain = await startReceiver(t)
  failing.push({
    ...(await addWebhook(admin, { http_url: plain.url.replace('http:', 'https:') })),
    what: 'knows no TLS',
    error: 'tls'
  })
  failing.push({
    ...(await addWebhook(admin, { http_url: 'http://127.0.0.1:1/' })),
    what: 'is not there',
    error: 'connect'
  })
  const endless = await startRawReceiver(t, (socket) =>
    socket.once('data', () => {
      socket.write(`${head}\r\n`)
      pour(socket, 'ä')
    }))
  const talkative = await addWebhook(admin, { http_url: endless.url })
  await addAsset(admin)

  for (const { id, what, error, status = null } of failing) {
    const entry = await eventually(what, async () => (await logOf(admin, id, 'failed'))[0])
    t.match(entry, { error, response_status: status, attempt: 1, final: false, status: 'failed' }, what)
    t.type(entry.next_attempt_at, 'string')
    t.match(await readWebhook(admin, id), { queue_length: 0, retry_queue_length: 1, latest_run: { error } })
  }
  t.equal(plain.received.length, 0)
  const heard = await eventually(
    'one that sends a body without end',
    async () => (await logOf(admin, talkative.id, 'success'))[0]
  )
  t.equal(Buffer.byteLength(heard.response_body), 16 * 1024, 'the start of it is kept')
}, {}, httpDialects)

onBothDatabases('An address that may not be reached is refused in every notation when the webhook is called', async (t, { admin }) => {
  const receiver = await startReceiver(t)
  const { port } = new URL(receiver.url)
  const hosts = [
    '127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '127.0.0.1.', '0', '[::1]', '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '10.0.0.1', '169.254.169.254', '100.64.0.1', '[fd00::1]', '[fe80::1]',
    '224.0.0.1', 'user:password@127.0.0.1', '１２７.０.０.１'
  ]
  const ids: number[] = []
  for (const host of hosts) ids.push((await addWebhook(admin, { http_url: `http://${host}:${port}/#fragment` })).id)
  await addAsset(admin)
  for (const [index, id] of ids.entries()) {
    const entry = await eventually(hosts[index]!, async () => (await logOf(admin, id, 'failed'))[0])
    t.match(entry, { error: 'blocked_address', response_status: null, response_body: null }, hosts[index]!)
    t.notMatch(JSON.stringify(entry), /password/)
  }
  t.equal(receiver.received.length, 0)
}, { NODE_ENV: 'production' }, httpDialects)

onBothDatabases('A webhook whose receiver answers 410 is disabled at once, and keeps its queue', async (t, { admin, adminCaller: { accountId }, app }) => {
  const receiver = await startReceiver(t, (_request, response) => response.writeHead(410).end())
  const { id } = await addWebhook(admin, { http_url: receiver.url, trigger_events: ['ASSET_ADDED'] })
  const heard = await addWebhook(admin, { trigger_events: ['NOTIFICATION_ADDED'] })
  await addAsset(admin)
  await eventually('it is disabled', async () => (await readWebhook(admin, id)).disabled)
  const asset = await addAsset(admin)
  t.match(await readWebhook(admin, id), {
    queue_length: 1,
    retry_queue_length: 1,
    latest_run: { next_attempt_at: null }
  })
  t.match(
    await logOf(admin, id, 'failed'),
    [{ final: false, next_attempt_at: null }],
    'no further attempt is announced'
  )
  t.equal((await historyOf(admin, 'assets', asset.id)).length, 1)
  const entries = await app.database.reads.prisma.historyEntry.findMany({ where: { accountId, event: 'NOTIFICATION_ADDED' } })
  t.match(entries, [{ severity: 3, userId: 0, targets: JSON.stringify({ webhook_id: id }) }])
  await eventually('somebody is told', async () => (await logOf(admin, heard.id, 'failed'))[0])
  await succeed(admin.post(`admin/webhooks/${id}`, { disabled: false }))
  await eventually('it goes on, and is disabled again', async () => (await readWebhook(admin, id)).disabled)
  t.equal((await logOf(admin, id, 'failed')).length, 2)
})
