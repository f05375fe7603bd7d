import { connect as connectSocket, isIP } from 'node:net'
import type { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { buildConnector } from 'undici'
import type { AddressGuard } from './addresses.js'
import { describeError, errorCode, OutboundFailure } from './failure.js'
import { blockedAddress, createGuardedLookups } from './lookup.js'
import type { Lookup } from './names.js'

export interface ConnectorOptions {
  isAllowed: AddressGuard
  lookup?: Lookup
  /** Certificates to trust instead of the well-known authorities. */
  ca?: ConnectionOptions['ca']
}

/**
 * Opens one connection and calls back with a socket that is ready for HTTP, or with an OutboundFailure.
 * Returns the TCP socket at once, so that the attempt can be given up; null where none was opened.
 */
export type Connector = (options: buildConnector.Options, callback: buildConnector.Callback) => Socket | null

// Node gives each address of a name 250 ms before it tries the next, which is too little for a receiver across the
// world.
const addressAttemptMs = 1_000

/** No time limit is set here: the caller gives up by destroying the socket. */
export function createConnector ({ isAllowed, lookup, ca }: ConnectorOptions): Connector {
  const guardedLookup = createGuardedLookups(isAllowed, lookup)
  const secure = buildConnector({ ca, rejectUnauthorized: true, timeout: 0 })

  return function connect (options, callback) {
    const { hostname, protocol } = options
    // Literal addresses never come to the look-up.
    if (isIP(hostname) !== 0 && !isAllowed(hostname)) {
      queueMicrotask(() => callback(blockedAddress(hostname), null))
      return null
    }
    const isSecure = protocol === 'https:'
    const names = guardedLookup()
    const socket = connectSocket({
      host: hostname,
      port: Number(options.port) || (isSecure ? 443 : 80),
      lookup: names.lookup,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: addressAttemptMs,
      keepAlive: true,
      noDelay: true
    })
    socket.once('close', names.giveUp)
    let isConnected = false
    // The listener stays: the socket may fail before its next user listens.
    socket.on('error', function onError (error) {
      if (!isConnected) callback(connectFailure(error), null)
    })
    socket.once('connect', function onConnect () {
      isConnected = true
      // The final check of where the bytes go, before the first of them is sent.
      if (!isAllowed(socket.remoteAddress ?? '')) {
        socket.destroy()
        callback(blockedAddress(hostname), null)
      } else if (isSecure) {
        secure({ ...options, servername: serverName(hostname), httpSocket: socket }, nameFailures(callback))
      } else {
        callback(null, socket)
      }
    })
    return socket
  }
}

/** Server name indication knows neither addresses nor the dot at the end of a rooted name. */
function serverName (hostname: string): string {
  return isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : ''
}

function nameFailures (callback: buildConnector.Callback): buildConnector.Callback {
  return function onSecure (...[error, socket]) {
    if (error === null) callback(null, socket)
    else callback(new OutboundFailure(handshakeKind(error), describeError(error), { cause: error }), null)
  }
}

function handshakeKind (error: Error): 'tls' | 'reset' {
  const code = errorCode(error)
  return code === 'ECONNRESET' || code === 'EPIPE' ? 'reset' : 'tls'
}

function connectFailure (error: Error): OutboundFailure {
  if (error instanceof OutboundFailure) return error
  const kind = errorCode(error) === 'ETIMEDOUT' ? 'timeout' : 'connect'
  return new OutboundFailure(kind, describeError(error), { cause: error })
}
