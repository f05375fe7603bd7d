import { once } from 'node:events'
import { createServer, Socket, type AddressInfo } from 'node:net'
import type { Test } from 'tap'

/** A way to a server that can be cut as networks are: without a word to either side. */
export async function openProxy (t: Test, serverUrl: string) {
  const server = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isSilent = false
  let fatal: string | null = null
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
  /** Connections of the time of silence: they stay as they are when the network is back. */
  const dead = new WeakSet<Socket>()
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const url = new URL(serverUrl)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)

  return {
    url: url.href,
    /** From now on nothing passes: what is connected is never heard of again, and who connects gets no answer. */
    silence: () => {
      isSilent = true
      for (const socket of sockets) dead.add(socket)
    },
    /** New connections pass again. */
    heal: () => { isSilent = false },
    /** The connection is cut over which more than so many bytes have been sent, counted from now on. */
    cutAfter: (bytes: number) => { room = bytes },
    /** The next message with this text reaches the server, and its answer nobody. */
    loseAnswerTo: (text: string) => { fatal = text }
  }
}
