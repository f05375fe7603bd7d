import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import t, { type Test } from 'tap'
import { projectRoot } from '../../src/basics/paths.js'
import { createEmptyPostgresql, createTestDatabase } from './databases.js'

// Each call of Prisma's command takes a second of a processor, and many seconds on a busy machine.
t.setTimeout(10 * 60_000)

export interface Outcome {
  readonly code: number
  /** Both streams, without empty lines. */
  readonly output: string
}

export type Dialect = 'sqlite' | 'postgresql'

/** For promises that hold on both databases: runs the test once on each. */
export function onBothDatabases (promise: string, check: (t: Test, dialect: Dialect) => Promise<void>): void {
  for (const dialect of ['sqlite', 'postgresql'] as const) t.test(`${promise} (${dialect})`, (t) => check(t, dialect))
}

/** The URL of a database that does not exist. It is removed after the test. */
export async function newDatabaseUrl (t: Test, dialect: Dialect): Promise<string> {
  const { url, drop } = await createTestDatabase(dialect)
  await drop()
  t.teardown(() => drop().catch(() => {}))
  return url
}

/** The URL of an empty database; on PostgreSQL it exists. */
export async function newEmptyDatabase (t: Test, dialect: Dialect): Promise<string> {
  if (dialect === 'sqlite') return newDatabaseUrl(t, dialect)
  const { url, drop } = await createEmptyPostgresql()
  t.teardown(drop)
  return url
}

/**
 * A copy of the files that Prisma works on, in a folder that is removed after the test. A test may write migrations
 * there.
 */
export async function copyProject (t: Test, dialect: Dialect) {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-prisma-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const isSource = (path: string) => basename(path) !== 'generated'
  await cp(join(projectRoot, 'prisma'), join(folder, 'prisma'), { recursive: true, filter: isSource })
  for (const file of ['prisma.config.ts', 'package.json', 'src/database/driver.mjs', 'src/database/driver-package.mjs']) {
    await cp(join(projectRoot, file), join(folder, file))
  }
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  // Optimising the engine takes three times as long as its work here.
  const engine = join(folder, 'prisma/engine/schema-engine.js')
  await writeFile(engine, (await readFile(engine, 'utf8')).replace('env node\n', 'env -S node --liftoff-only\n'))

  const migrations = join(folder, 'prisma/migrations', dialect)
  const schema = join(folder, 'prisma/schema.prisma')
  return {
    /** Runs Prisma's command on the database of `url`, without a place to download from. */
    prisma: (url: string, ...args: string[]) => run(join(folder, 'node_modules/.bin/prisma'), args, folder, {
      DATABASE_URL: url,
      PRISMA_ENGINES_MIRROR: 'http://127.0.0.1:9',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      // Otherwise each call starts a process that asks for newer versions.
      CHECKPOINT_DISABLE: '1'
    }),
    /** Asks the engine as Prisma's command does, without the second that the command itself takes. */
    engine: (url: string, question: 'can-connect-to-database' | 'create-database') =>
      run(
        join(folder, 'prisma/engine/schema-engine.js'),
        ['--datasource', JSON.stringify({ url }), 'cli', question],
        folder
      ),
    derive: (...args: string[]) => run(process.execPath, [join(folder, 'prisma/derive.js'), ...args], folder),

    async changeSchema (change: (source: string) => string) {
      await writeFile(schema, change(await readFile(schema, 'utf8')))
    },

    async addMigration (name: string, script: string) {
      await mkdir(join(migrations, name))
      await writeFile(join(migrations, name, 'migration.sql'), script)
    },

    folder: migrations,
    /** The names of the migrations, oldest first. */
    migrations: async () => (await readdir(migrations)).filter((name) => /^\d/.test(name)).sort(),
    readMigration: (name: string) => readFile(join(migrations, name, 'migration.sql'), 'utf8')
  }
}

function run (
  program: string, args: string[], cwd: string, environment: Record<string, string> = {}
): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env: { ...process.env, ...environment } }, (error, stdout, stderr) => {
      const output = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '').join('\n')
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output })
    })
  })
}
