import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readConfig } from '#src/process/config.js'
import type { Database } from '#src/database/database.js'
import { createHealth } from '#src/process/health.js'
import { createWorld } from '../../helper/app.js'

const { app, config } = await createWorld(t, 'sqlite')

async function makeFolder (t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-health-'))
  t.teardown(() => rm(folder, { recursive: true }))
  return folder
}

t.test('a healthy service reports no problems', async (t) => {
  t.strictSame(await app.health.check(), [])
})

t.test('a media folder that cannot be written to is a problem', async (t) => {
  const file = join(await makeFolder(t), 'file')
  await writeFile(file, '')
  const health = createHealth({
    database: app.database,
    config: { ...config, JOBS: true, MEDIA_DIR: file },
    overdue: () => []
  })
  t.strictSame(await health.check(), ['the media folder cannot be written to: ENOTDIR: not a directory'])
  await rm(file)
  t.strictSame(await health.check(), [], 'a missing folder is created')
  await rm(join(file, 'incoming'), { recursive: true })
  await writeFile(join(file, 'incoming'), '')
  t.strictSame(
    await health.check(),
    ['the media folder cannot be written to: ENOTDIR: not a directory'],
    'its subfolders count too'
  )
})

t.test('a background job that has stopped is a problem', async (t) => {
  const health = createHealth({ database: app.database, config, overdue: () => ['purge'] })
  t.strictSame(await health.check(), ['the background job purge has stopped'])
})

t.test('a background job that is stuck is a problem', async (t) => {
  const health = createHealth({ database: app.database, config, overdue: () => [], stuck: () => ['webhooks'] })
  t.strictSame(await health.check(), ['the background job webhooks does not come back from its work'])
})

t.test('a database that does not answer in time is a problem', async (t) => {
  let asked = 0
  const database = { ping: () => { asked++; return new Promise(() => {}) } } as unknown as Database
  const config = readConfig({ DATABASE_URL: `file:${await makeFolder(t)}/cutroom.db`, JOBS: 'off' })
  const health = createHealth({ database, config, overdue: () => [], databaseTimeoutMs: 10 })
  const answers = await Promise.all([health.check(), health.check()])
  t.strictSame(answers, [['the database does not answer'], ['the database does not answer']])
  t.equal(asked, 1, 'checks at the same time share one ping')
})
