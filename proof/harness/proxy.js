import { once } from 'node:events'
import { createServer, Socket } from 'node:net'
import { portOf } from './ports.js'

/**
 * A proxy in front of a server. It can cut connections as networks do, without telling either side, and switch to
 * another server.
 * @param {string} serverUrl
 */
export async function openProxy (serverUrl) {
  let server = new URL(serverUrl)
  /** @type {Set<Socket>} */
  const sockets = new Set()
  let isSilent = false
  /** @type {string | null} */
  let fatal = null
  let room = Infinity
  /** Which transactions are ended, and how many of them. */
  let ending = { after: 0, times: 0 }
  let ended = 0

  const proxy = createServer((near) => {
    if (isSilent) near.pause()
    const far = new Socket()
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    if (isSilent) return
    far.connect(Number(server.port), server.hostname)
    let isDoomed = false
    /** Messages since the last BEGIN. Statements that are sent together are one. */
    let messages = Infinity
    /** Whether this message is lost with its connection. A commit never is: its outcome would be in doubt. */
    const endsHere = (sent) => {
      messages = sent.includes('COMMIT') ? Infinity : sent.includes('BEGIN') ? 0 : messages + 1
      return messages === ending.after && ended < ending.times
    }
    near.on('data', (sent) => {
      if (dead.has(near)) return
      if (fatal !== null && sent.includes(fatal)) {
        isDoomed = true
        fatal = null
      }
      if (endsHere(sent)) {
        ended++
        near.destroy()
        return
      }
      room -= sent.length
      if (room < 0) {
        room = Infinity
        near.destroy()
      } else far.write(sent)
    })
    far.on('data', (answer) => {
      if (dead.has(near)) return
      if (isDoomed) near.destroy()
      else near.write(answer)
    })
  })
  /**
   * Connections of a silence: they stay dead when the network is back. @type {WeakSet<Socket>}
   */
  const dead = new WeakSet()
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(serverUrl)
  url.hostname = '127.0.0.1'
  url.port = String(portOf(proxy))

  return {
    url: url.href,
    /** Nothing passes any more: open connections are dead, and new ones get no answer. */
    silence: () => {
      isSilent = true
      for (const socket of sockets) dead.add(socket)
    },
    /** New connections pass again. */
    heal: () => { isSilent = false },
    /**
     * Cuts the connection that exceeds this number of bytes, counted from now over all connections.
     * @param {number} bytes
     */
    cutAfter: (bytes) => { room = bytes },
    /**
     * Cuts the connection of a transaction after a number of its messages, of so many transactions from now on.
     * @param {number} after counted from BEGIN, which is 0
     * @param {number} times
     */
    endTransactions: (after, times) => {
      ending = { after, times }
      ended = 0
    },
    /** The transactions that were ended since then. */
    ended: () => ended,
    /**
     * The next message with this text reaches the server, but its answer is lost.
     * @param {string} text
     */
    loseAnswerTo: (text) => { fatal = text },
    /**
     * Cuts all connections. New ones lead to another server.
     * @param {string} url
     */
    switchTo: (url) => {
      server = new URL(url)
      for (const socket of sockets) socket.destroy()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    }
  }
}
