import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { closeLater } from './closing.js'

/**
 * A mail server on this machine, until the end of the step.
 * @returns {Promise<{ url: string, received: Array<{ to: string, at: number }> }>} `at` by `performance.now()`
 */
export async function startMailServer () {
  const received = []
  const server = new SMTPServer({
    authOptional: true,
    onData (stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        for (const { address: to } of session.envelope.rcptTo) received.push({ to, at: performance.now() })
        done()
      })
    }
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  closeLater(() => new Promise((resolve) => { server.close(() => resolve()) }))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.server.address())
  return { url: `smtp://127.0.0.1:${port}`, received }
}
