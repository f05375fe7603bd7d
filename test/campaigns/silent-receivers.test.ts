import type { Socket } from 'node:net'
import { httpDialects, inOneApp } from '../helper/app.js'
import { addAsset } from '../helper/items.js'
import { startRawReceiver } from '../helper/outbound/receivers.js'
import { eventually } from '../helper/receiver.js'
import { addWebhook, logOf, readWebhook } from '../helper/webhooks.js'

/** Long enough for an answer on a busy machine: only receivers that never end reach it. */
const inApp = inOneApp(httpDialects, { JOBS: 'on', WEBHOOK_RETRY_DELAYS: '86400', WEBHOOK_TIMEOUT: '20' })

/** Writes a byte a second. */
function drip (socket: Socket): void {
  const timer = setInterval(() => socket.write('a'), 1000)
  socket.on('close', () => clearInterval(timer))
}

const receivers: Array<{ what: string, behave: (socket: Socket) => void }> = [
  { what: 'never answers', behave: () => {} },
  {
    what: 'sends one byte a second',
    behave: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n')
      drip(socket)
    }
  }
]

inApp('The attempt ends in time if a receiver never answers, or never ends its answer', async (t, { admin }) => {
  const failing: Array<{ id: number, what: string }> = []
  for (const { what, behave } of receivers) {
    const { url } = await startRawReceiver(t, (socket) => socket.once('data', () => behave(socket)))
    failing.push({ ...(await addWebhook(admin, { http_url: url })), what })
  }
  await addAsset(admin)
  for (const { id, what } of failing) {
    const entry = await eventually(what, async () => (await logOf(admin, id, 'failed'))[0])
    t.match(entry, { error: 'timeout', response_status: null, attempt: 1, final: false, status: 'failed' }, what)
    t.type(entry.next_attempt_at, 'string')
    t.match(await readWebhook(admin, id), { queue_length: 0, retry_queue_length: 1, latest_run: { error: 'timeout' } })
  }
})
