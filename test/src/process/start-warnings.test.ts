import { Type } from '@sinclair/typebox'
import { createUsers } from '#src/access/users.js'
import { deprecations, readConfig } from '#src/process/config.js'
import { startWarnings } from '#src/process/start-warnings.js'
import { onBothDatabases, onOneDatabase } from '../../helper/app.js'

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

onOneDatabase('A start warns of settings that are set and are to go', async (t, { app }) => {
  const settings = Type.Object({
    OLD_FOLDER: Type.Optional(Type.String({ deprecated: 'DATA_DIR is the folder of all data' })),
    OLD_LIMIT: Type.String({ default: '5', deprecated: 'RATE_LIMIT counts requests' }),
    KEPT: Type.String()
  })
  const toGo = deprecations({ OLD_FOLDER: './old', OLD_LIMIT: ' ', KEPT: 'kept', OTHER: 'other' }, settings)
  t.strictSame(toGo, ['OLD_FOLDER is deprecated: DATA_DIR is the folder of all data'])
  const warnings = await startWarnings(readConfig({ MEDIA_PROXIES: 'off' }), app.database, toGo)
  t.strictSame(warnings, toGo)
  t.strictSame(deprecations({ DATA_DIR: './data' }), [], 'none is to go today')
})
