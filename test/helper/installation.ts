import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'dotenv'
import type { Test } from 'tap'
import { Sqlite } from '../../src/database/driver.mjs'
import { sqlitePath } from '../../src/database/sqlite-path.js'
import { checksFor, type Asked } from '../../src/doctor/checks.js'
import { runChecks } from '../../src/doctor/run.js'
import { createSubject, type SubjectOptions } from '../../src/doctor/subject.js'
import { createTestDatabase } from './databases.js'
import { fillTemplate } from './templates.js'

const PROGRAMS = ['ffmpeg', 'ffprobe', 'pdftoppm', 'heif-convert']

export type Installation = Awaited<ReturnType<typeof install>>

/** A healthy installation on SQLite, whose service is stopped. */
export async function install (t: Test) {
  const { url, drop } = await createTestDatabase('sqlite')
  t.teardown(drop)
  await fillTemplate(url)
  const path = sqlitePath(url)
  const folder = dirname(path)
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const name of PROGRAMS) writeFileSync(join(bin, name), '', { mode: 0o755 })
  for (const name of ['incoming', 'objects']) mkdirSync(join(folder, 'media', name), { recursive: true })
  const environment: Record<string, string> = { DATA_DIR: folder, PATH: bin, PORT: '0' }
  return {
    folder,
    path,
    environment,
    /** Writes the file of settings. */
    settle: (text: string) => writeFileSync(join(folder, '.env'), text),
    /** Changes the database. */
    change: (script: string) => change(path, script)
  }
}

/** What the doctor finds. */
export async function examine (
  { folder, environment }: Pick<Installation, 'folder' | 'environment'>,
  { online = false, ...options }: Partial<SubjectOptions & Asked> = {}
) {
  const file = join(folder, '.env')
  const written = existsSync(file) && statSync(file).isFile() ? parse(readFileSync(file)) : {}
  const subject = createSubject({ environment: { ...written, ...environment }, file, ...options })
  try {
    return await runChecks(checksFor({ online, backup: options.backup }), subject)
  } finally {
    await subject.close()
  }
}

/** The digest of each file in a folder, by its name; the time of the last change does not count. */
export function filesOf (folder: string): Record<string, string> {
  return Object.fromEntries(readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort().map((name) => {
    const path = join(folder, name)
    return [name, statSync(path).isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'folder']
  }))
}

function change (path: string, script: string): void {
  const driver = new Sqlite(path)
  driver.exec(script)
  driver.close()
  chmodSync(path, 0o600)
}
