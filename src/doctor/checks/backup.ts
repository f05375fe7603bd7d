import { existsSync, rmSync } from 'node:fs'
import { copyFile, mkdtemp } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Sqlite } from '../../database/driver.mjs'
import { openMigratedDatabase } from '../../database/migrations.js'
import { selectTables } from '../../database/table-names.js'
import { OperatorMistake } from '../../errors.js'
import { requireWhole } from '../../operations/sqlite-file.js'
import { failure, ok, type Check, type Finding } from '../check.js'

/** What the service makes anew from the rows, and the notes of migrations. */
const NOT_COMPARED = /^(?:search|_prisma)_/
const ANOTHER = 'Make another backup, and look at that'

/** A backup of SQLite is whole, and is brought to this release without losing a row. */
export const backup: Check = {
  name: 'backup',
  mayBeLong: true,
  async look ({ backup: file }) {
    const from = resolve(file!)
    if (!existsSync(from)) return failure(`There is no file ${from}`, 'Name a file that cutroom backup has written')
    const folder = await mkdtemp(join(dirname(from), '.cutroom-doctor-'))
    const clean = () => rmSync(folder, { recursive: true, force: true })
    const stop = () => {
      clean()
      process.exit(1)
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    try {
      const copy = join(folder, 'cutroom.db')
      await copyFile(from, copy)
      if (existsSync(`${from}-wal`)) await copyFile(`${from}-wal`, `${copy}-wal`)
      return await tryOut(copy, from)
    } finally {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
      clean()
    }
  }
}

async function tryOut (copy: string, from: string): Promise<Finding> {
  try {
    await requireWhole(copy)
    const before = countRows(copy)
    const database = await openMigratedDatabase(`file:${copy}`)
    await database.close()
    const lost = differencesOf(before, countRows(copy))
    if (lost.length > 0) return failure(`Brought to this release, ${lost.join(', ')}`, ANOTHER)
    const rows = [...before.values()].reduce((sum, count) => sum + count, 0)
    return ok(`${from} is whole, and keeps its ${rows} rows in ${before.size} tables when it is brought to this release`)
  } catch (error) {
    if (!(error instanceof OperatorMistake)) throw error
    return failure(error.message.replaceAll(copy, from), ANOTHER)
  }
}

function countRows (path: string): Map<string, number> {
  const driver = new Sqlite(path)
  try {
    const names = driver.prepare<[], { name: string }>(selectTables.sqlite).all()
      .map(({ name }) => name).filter((name) => !NOT_COMPARED.test(name))
    return new Map(names.map((name) => {
      const { rows } = driver.prepare<[], { rows: number }>(`SELECT count(*) AS rows FROM "${name}"`).get()!
      return [name, rows]
    }))
  } finally {
    driver.close()
  }
}

/** The tables that both have, and that have not the same number of rows, in a few words each. */
export function differencesOf (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] {
  return [...before].filter(([name, rows]) => after.has(name) && after.get(name) !== rows)
    .map(([name, rows]) => `${name} has ${after.get(name)} rows, and had ${rows}`)
}
