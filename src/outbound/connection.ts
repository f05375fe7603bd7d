import type { Socket } from 'node:net'
import { Client, type buildConnector, type Dispatcher } from 'undici'
import type { Connector } from './connector.js'

/** A request that is told which connection carries it, before it is sent. */
export interface Dispatch extends Dispatcher.DispatchOptions {
  readonly onAssigned: (connection: Connection) => void
}

export interface ConnectionOptions extends Omit<Client.Options, 'connect'> {
  readonly connect: Connector
  /** The sockets that are open or connecting. */
  readonly open: Map<Socket, Connection>
}

/**
 * A client in the library's pool: one connection, with one request at a time. It counts the requests of its socket, and
 * can be given up while it connects.
 */
export class Connection extends Client {
  readonly origin: string
  /** Answers that came whole over the socket that is open now: above 0, the socket is a kept one. */
  served = 0
  socket: Socket | null = null
  readonly #connector: Connector
  readonly #open: Map<Socket, Connection>
  #endConnecting: ((reason: Error) => void) | null = null
  #givenUp: Error | null = null

  constructor (origin: URL, { connect: connector, open, ...options }: ConnectionOptions) {
    super(origin, { ...options, connect: (target, callback) => connect(target, callback) })
    this.origin = origin.origin
    this.#connector = connector
    this.#open = open
    const connect: buildConnector.connector = (target, callback) => this.#connect(target, callback)
  }

  get isIdle (): boolean {
    return this.stats.size === 0
  }

  override dispatch (request: Dispatch, handler: Dispatcher.DispatchHandler): boolean {
    this.#givenUp = null
    request.onAssigned(this)
    return super.dispatch(request, handler)
  }

  /** Ends the assigned request before it is sent. The library would go on connecting. */
  giveUp (reason: Error): void {
    this.#givenUp = reason
    this.#endConnecting?.(reason)
  }

  #connect (target: buildConnector.Options, callback: buildConnector.Callback): void {
    this.served = 0
    const givenUp = this.#givenUp
    if (givenUp !== null) return queueMicrotask(() => callback(givenUp, null))
    let isOver = false
    const settle: buildConnector.Callback = (...result) => {
      if (isOver) return
      isOver = true
      this.#endConnecting = null
      this.socket = result[1]
      callback(...result)
    }
    const socket = this.#connector(target, settle)
    if (socket === null) return
    this.#open.set(socket, this)
    socket.once('close', () => this.#open.delete(socket))
    this.#endConnecting = (reason) => {
      settle(reason, null)
      socket.destroy()
    }
  }
}
