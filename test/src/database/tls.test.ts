import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgresql } from '#proof/harness/postgresql.js'
import pg from 'pg'
import t, { type Test } from 'tap'
import { openDatabase } from '../../../src/database/database.js'
import { driverUrl } from '../../../src/database/postgresql/url.js'
import { runProgram } from '../../helper/program.js'

const skip = spawnSync('openssl', ['version']).error !== undefined && 'openssl is not installed'

/** A PostgreSQL with TLS by a certificate that it has signed itself, for `localhost` alone. */
async function startWithTls (t: Test) {
  const folder = mkdtempSync('/tmp/cutroom-tls-')
  chmodSync(folder, 0o755)
  const [key, certificate] = [join(folder, 'server.key'), join(folder, 'server.crt')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost',
    '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const plain = await startPostgresql()
  const { uid, gid } = statSync(plain.folder)
  chownSync(key, uid, gid)
  await plain.stop()
  const server = await startPostgresql({ settings: ['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`] })
  t.teardown(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { url: server.url, certificate }
}

t.test('sslmode means what it means to libpq, on every connection of the service', { skip }, async (t) => {
  const { url, certificate } = await startWithTls(t)
  const byName = url.replace('127.0.0.1', 'localhost')
  /** Whether TLS is used; the refusal if there is no connection. */
  async function connect (to: string): Promise<boolean | string> {
    try {
      const database = await openDatabase(to)
      await database.close()
    } catch (error) {
      return (error as Error).message
    }
    const client = new pg.Client(driverUrl(to))
    await client.connect()
    const { rows: [row] } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
    await client.end()
    return row.ssl as boolean
  }
  for (const [query, expected] of [
    ['', false], ['?sslmode=disable', false], ['?sslmode=allow', false], ['?sslmode=prefer', true],
    ['?sslmode=require', true], ['?application_name=x&sslmode=require&channel_binding=prefer', true], ['?sslmode=no-verify', true],
    ['?sslmode=verify-full', /self-signed certificate/], [`?sslmode=verify-full&sslrootcert=${certificate}`, /does not match|altnames/],
    [`?sslmode=verify-ca&sslrootcert=${certificate}`, true], [`?sslmode=require&sslrootcert=${certificate}`, true],
    ['?sslmode=verify-ca', /sslrootcert/], ['?sslmode=verify-full&sslrootcert=/nowhere.crt', /nowhere\.crt/],
    ['?sslrootcert=system&sslmode=require', /self-signed certificate/]
  ] as const) {
    const found = await connect(url + query)
    if (typeof expected === 'boolean') t.equal(found, expected, query)
    else t.match(found, expected, query)
  }
  t.equal(await connect(`${byName}?sslmode=verify-full&sslrootcert=${certificate}`), true)

  const { code, stdout, stderr } = await runProgram(t, 'src/cli/main.js', ['user', 'list'], { DATABASE_URL: `${url}?sslmode=require` })
  t.strictSame([code, stderr.includes('SECURITY WARNING')], [1, false], stdout)
  t.notMatch(stderr, /certificate/, 'the command gets as far as the empty database')
})
