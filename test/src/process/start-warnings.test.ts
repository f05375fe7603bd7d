import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createUsers } from '#src/access/users.js'
import { readConfig } from '#src/process/config.js'
import { startWarnings } from '#src/process/start-warnings.js'
import t from 'tap'
import { onBothDatabases } from '../../helper/app.js'
import { createTestDatabase } from '../../helper/databases.js'
import { runProgram, startService } from '../../helper/program.js'

onBothDatabases('A start warns of an unknown ADMIN_API_KEY, and of development mode on a public address', async (t, { app, config, admin }) => {
  const warnings = (environment: Record<string, string>) => startWarnings(readConfig({ MEDIA_PROXIES: 'off', ...environment }), app.database)

  t.strictSame(await warnings({}), [])
  t.strictSame(await warnings({ ADMIN_API_KEY: config.ADMIN_API_KEY! }), [])
  t.match(await warnings({ ADMIN_API_KEY: 'another_key_that_nobody_knows' }), [
    /^ADMIN_API_KEY is no valid key, and is ignored/
  ])
  t.notMatch((await warnings({ ADMIN_API_KEY: 'another_key_that_nobody_knows' })).join(), 'another_key')

  for (const HOST of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) t.strictSame(await warnings({ HOST }), [], HOST)
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'studio.local']) {
    t.match(await warnings({ HOST }), [
      /^HOST is .* NODE_ENV is development: webhooks and media may reach this machine itself/
    ], HOST)
    t.strictSame(await warnings({ HOST, NODE_ENV: 'production' }), [], HOST)
  }

  for (const PUBLIC_URL of ['https://dam.example.com', 'http://studio.local/cutroom']) {
    t.match(await warnings({ PUBLIC_URL }), [
      /^PUBLIC_URL is .* NODE_ENV is development: webhooks and media may reach this machine itself/
    ], PUBLIC_URL)
    t.strictSame(await warnings({ PUBLIC_URL, NODE_ENV: 'production' }), [])
  }
  for (const PUBLIC_URL of ['http://localhost:3000', 'https://[::1]/', 'http://127.0.0.1']) {
    t.strictSame(await warnings({ PUBLIC_URL }), [], PUBLIC_URL)
  }

  const { id } = await createUsers(app).add({
    email: 'other@example.com',
    admin: true,
    apiKey: 'once_the_key_of_other'
  })
  await admin.post(`admin/users/${id}`, { disabled: true })
  t.match(await warnings({ ADMIN_API_KEY: 'once_the_key_of_other' }), [/^ADMIN_API_KEY is no valid key/])
})

t.test('A start logs a warning about an unknown ADMIN_API_KEY, and about a database that other users of the machine may read', async (t) => {
  const { url, drop } = await createTestDatabase('sqlite')
  t.teardown(drop)
  const start = async (key: string) =>
    (await (await startService(t, { DATABASE_URL: url, ADMIN_API_KEY: key, LOG_LEVEL: 'info' })).stop()).stdout
  await chmod(url.slice('file:'.length), 0o644)
  const first = await start('sixteen_letters!')
  t.match(first, /"level":40.*"msg":"Other users of this machine may read \/.*cutroom\.db/)
  t.notMatch(first, 'ADMIN_API_KEY')
  await chmod(url.slice('file:'.length), 0o640)
  const second = await start('sixteen_others_!')
  t.match(second, /"level":40.*"msg":"ADMIN_API_KEY is no valid key/)
  t.notMatch(second, 'Other users')
})

t.test('Files of the service and its command are readable only by their user, and a stop removes the -server file', async (t) => {
  const folder = t.testdir()
  const environment = { DATABASE_URL: `file:${folder}/data/new.db`, MEDIA_DIR: `${folder}/data/media` }
  const service = await startService(t, environment)
  t.ok((await readdir(`${folder}/data`)).includes('new.db-server'))
  const kept = await runProgram(t, 'src/cli/main.js', ['backup', '--to', `${folder}/backup.db`], environment)
  t.equal(kept.code, 0)
  t.equal((await service.stop()).code, 0)
  const names = await readdir(folder, { recursive: true })
  t.ok(names.includes('backup.db') && names.includes('data/new.db'))
  t.strictSame(names.filter((name) => name.includes('-server')), [])
  for (const name of names) {
    t.equal((await stat(join(folder, name))).mode & 0o077, 0, name)
  }
})
