import t from 'tap'
import { createTestDatabase } from '../helper/databases.js'
import { startService } from '../helper/program.js'

t.test('In production the first start logs its URL and the first API key in one line of JSON', async (t) => {
  const { url, drop } = await createTestDatabase('sqlite')
  t.teardown(drop)
  // The line is logged even where the log level hides all others of its level.
  const settings = { DATABASE_URL: url, NODE_ENV: 'production', LOG_LEVEL: 'error' }
  const service = await startService(t, settings)
  const lines = service.greeting.trim().split('\n').map((line) => JSON.parse(line))
  const greeting = lines.find(({ msg }) => msg.startsWith('Cutroom serves'))
  t.match(greeting, { level: 30, url: service.url, apiKey: /^cutroom_/, msg: /shown this once/ })
  t.equal((await fetch(`${service.url}/api/v2/projects`, { headers: { 'x-api-key': greeting.apiKey } })).status, 200)
  await service.stop()
  const second = await startService(t, { ...settings, LOG_LEVEL: 'info' })
  t.notMatch(second.greeting, /cutroom_|apiKey/)
  await second.stop()
})
