import t from 'tap'
import { openMigratedDatabase } from '#src/database/migrations.js'
import { OperatorMistake } from '#src/errors.js'
import { readConfig } from '#src/process/config.js'
import { requireMediaFolder } from '#src/process/disk.js'

/** The steps of a start before it listens. */
async function prepare (environment: Record<string, string>): Promise<void> {
  const config = readConfig(environment)
  await requireMediaFolder(config)
  await (await openMigratedDatabase(config.DATABASE_URL)).close()
}

t.test('Settings that a start cannot use are operator mistakes, reported in one line without a password', async (t) => {
  const folder = t.testdir({ file: 'This is no database, but it is long enough to be taken for one. '.repeat(100) })
  const wrong: Array<[environment: Record<string, string>, named: RegExp]> = [
    [{ PORT: '70000' }, /^PORT/],
    [{ DATABASE_URL: 'postgres://user:geheim@nowhere.invalid/x' }, /DATABASE_URL/],
    [{ DATABASE_URL: 'postgres://user:geheim@[::1:5432/x' }, /DATABASE_URL/],
    [{ DATABASE_URL: 'file:/dev/null/cutroom.db' }, /DATABASE_URL/],
    [{ DATABASE_URL: 'file:/tmp' }, /DATABASE_URL/],
    [{ DATABASE_URL: `file:${folder}/file` }, /database/i],
    [{ MEDIA_DIR: '/proc/nowhere' }, /^MEDIA_DIR: .*\/proc\/nowhere/]
  ]
  for (const [environment, named] of wrong) {
    const mistake = await prepare({ MEDIA_DIR: folder, ...environment }).then(() => null, (error) => error)
    t.type(mistake, OperatorMistake, JSON.stringify(environment))
    t.match(mistake.message, named)
    t.notMatch(mistake.message, /\n|geheim/)
  }
})
