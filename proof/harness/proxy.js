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
    near.on('data', (sent) => {
      if (dead.has(near)) return
      if (fatal !== null && sent.includes(fatal)) {
        isDoomed = true
        fatal = null
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
