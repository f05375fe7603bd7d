import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './ports.js'

/** The path of the program; null if it is not installed. */
export function findPgbouncer () {
  try {
    return execFileSync('sh', ['-c', 'PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v pgbouncer'], {
      encoding: 'utf8'
    }).trim()
  } catch {
    return null
  }
}

/**
 * A pooler in front of one database.
 * @param {string} serverUrl
 * @param {'session' | 'transaction'} mode
 * @param {number} size pool size
 */
export async function startPgbouncer (serverUrl, mode, size) {
  const server = new URL(serverUrl)
  const folder = mkdtempSync('/tmp/cutroom-pgbouncer-')
  const port = await freePort()
  const name = server.pathname.slice(1)
  writeFileSync(join(folder, 'pgbouncer.ini'), [
    '[databases]',
    `${name} = host=${server.hostname} port=${server.port} dbname=${name} user=${server.username} password=${decodeURIComponent(server.password)}`,
    '[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any',
    `pool_mode = ${mode}`, `default_pool_size = ${size}`, 'max_client_conn = 200'
  ].join('\n'))
  chmodSync(folder, 0o755)
  const url = new URL(serverUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  let pooler = spawnIt()
  await untilItAnswers()

  function spawnIt () {
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
    return spawn(String(findPgbouncer()), [...user, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  }
  async function untilItAnswers () {
    for (;;) {
      const client = new pg.Client(url.href)
      try {
        await client.connect()
        await client.end()
        return
      } catch (error) {
        if (error.code !== 'ECONNREFUSED' || pooler.exitCode !== null) throw error
        await delay(50)
      }
    }
  }
  async function kill () {
    const ended = once(pooler, 'exit')
    if (pooler.kill('SIGKILL')) await ended
  }
  return {
    /** The URL of the same database, through the pooler. */
    url,
    async restart () {
      await kill()
      pooler = spawnIt()
      await untilItAnswers()
    },
    async close () {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
