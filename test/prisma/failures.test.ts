import { Sqlite } from '#src/database/driver.mjs'
import t from 'tap'
import { copyProject, newDatabaseUrl } from '../helper/prisma-project.js'

const unusable = [
  ['mysql://localhost/cutroom', 'P1013', /^DATABASE_URL must be file:… for SQLite or postgres:\/\/… for PostgreSQL$/],
  ['postgres://me@:x/', 'P1013', /^DATABASE_URL must be/],
  ['postgres://me:secret@127.0.0.1:1/cutroom', 'P1001',
    /^Can't reach the database server at 127\.0\.0\.1:1: connect ECONNREFUSED/],
  ['postgres://me:secret@nowhere.invalid/cutroom', 'P1001', /^Can't reach the database server at nowhere\.invalid: /],
  ['file:/proc/nowhere/cutroom.db', 'P1001',
    /^Can't create the folder of the database \/proc\/nowhere\/cutroom\.db: ENOENT/],
  ['file:/etc', 'P1001', /^Can't open the database \/etc: unable to open database file$/],
  ['file:/etc/hostname', 'P1001', /^Can't open the database \/etc\/hostname: file is not a database$/]
] as const

t.test('The engine says why it cannot use a database, without showing the password', async (t) => {
  const { engine } = await copyProject(t, 'sqlite')
  for (const [url, expectedCode, expectedMessage] of unusable) {
    const { code, output } = await engine(url, 'create-database')
    t.equal(code, 1)
    const { level, target, fields } = JSON.parse(output.split('\n').at(-1)!)
    t.strictSame([level, target, fields.error_code], ['ERROR', 'schema_engine::logger', expectedCode])
    t.match(fields.message, expectedMessage)
    t.notMatch(output, /secret/)
  }
})

t.test('The command of Prisma exits with 1 and prints the same error', async (t) => {
  const { prisma } = await copyProject(t, 'sqlite')
  const { code, output } = await prisma('postgres://me:secret@127.0.0.1:1/cutroom', 'migrate', 'deploy')
  t.equal(code, 1)
  t.match(
    output.split('\n').at(-1),
    /^Error: P1001: Can't reach the database server at 127\.0\.0\.1:1: connect ECONNREFUSED/
  )
})

t.test('A wrong password is reported', async (t) => {
  const { engine } = await copyProject(t, 'postgresql')
  const url = new URL(await newDatabaseUrl(t, 'postgresql'))
  url.password = 'wrong'
  t.match(await engine(url.href, 'can-connect-to-database'), { code: 1, output: /"P1000".* refused the login/ })
})

t.test('A deploy with nothing to do needs no lock, so that a service may have the SQLite file open', async (t) => {
  const project = await copyProject(t, 'sqlite')
  const url = await newDatabaseUrl(t, 'sqlite')
  await project.prisma(url, 'migrate', 'deploy')
  const service = new Sqlite(url.slice('file:'.length))
  t.teardown(() => { service.close() })
  service.pragma('journal_mode = WAL')
  service.prepare('SELECT count(*) FROM accounts').get()
  t.match(await project.prisma(url, 'migrate', 'deploy'), { code: 0, output: /No pending migrations/ })

  await project.addMigration('20990101000000_more', 'CREATE TABLE more (id int);')
  t.match(await project.prisma(url, 'migrate', 'deploy'), { code: 1, output: /database is locked/ })
})
