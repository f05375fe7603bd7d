import { connect } from 'node:net'
import { openUnread } from '#proof/harness/neighbour.js'

const MEBIBYTE = 1024 ** 2

/** A request whose answer is not read, until the signal. */
export async function unread (url, headers, signal) {
  const { leave } = await openUnread(url, headers)
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  leave()
}

/** A request whose body is sent a byte at a time, until the signal. */
export function drip (url, headers, signal) {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      const head = { ...headers, host: hostname, 'content-type': 'application/json', 'content-length': String(MEBIBYTE) }
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
      socket.write(`POST /api/v2/assets HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{"title":"`)
    })
    const timer = setInterval(() => socket.write('x'), 200)
    const end = () => {
      clearInterval(timer)
      socket.destroy()
      resolve(null)
    }
    socket.on('error', end).on('close', end).resume()
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
