import pg from 'pg'
import { NOTICES } from '../interface.js'
import { driverUrl } from './url.js'

/** How often the listener is called while there is no connection for notices. */
const LOOK_INTERVAL_MS = 500
const CONNECT_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 5000

/**
 * Calls the listener after every notice, also of this process, on a connection of its own. While there is none, and
 * always behind a pooler in transaction mode, it calls the listener twice a second. Returns a function that stops.
 */
export function observeNotices (url: string, isPooled: boolean, listener: () => void): () => void {
  let client: pg.Client | null = null
  let isListening = false
  let isConnecting = false
  let isStopped = false

  async function connect (): Promise<void> {
    isConnecting = true
    const fresh = new pg.Client({
      connectionString: driverUrl(url),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS
    })
    const lose = () => {
      if (client === fresh) isListening = false
    }
    fresh.on('error', lose).on('end', lose).on('notification', listener)
    client = fresh
    try {
      await fresh.connect()
      await fresh.query(`LISTEN ${NOTICES}`)
      isListening = true
      // For commits before the connection listened.
      listener()
    } catch {
      fresh.end().catch(() => {})
    }
    isConnecting = false
    if (isStopped) stop()
  }

  const timer = setInterval(() => {
    if (isListening) return
    listener()
    if (!isPooled && !isConnecting) connect()
  }, LOOK_INTERVAL_MS).unref()
  if (!isPooled) connect()

  function stop (): void {
    isStopped = true
    clearInterval(timer)
    client?.end().catch(() => {})
  }
  return stop
}
