import { dirname } from 'node:path'
import { scriptBeforeInit } from '#proof/harness/before-init.js'
import { postgresqlAt, sqliteAt, type Database } from '#proof/harness/databases.js'
import { migrationNames } from '#src/database/migrate/migrate.js'
import { makeFolder } from '#src/basics/folders.js'
import { sqlitePath } from '#src/database/sqlite-path.js'
import type { Test } from 'tap'
import { newEmptyDatabase, type Dialect } from '../../../helper/prisma-project.js'

export function databaseAt (url: string): Database {
  return url.startsWith('file:') ? sqliteAt(sqlitePath(url)) : postgresqlAt(url)
}

/** A database as the last commit before `init` made it, with two webhooks in each of two accounts. */
export async function earlierDatabase (t: Test, dialect: Dialect): Promise<Database> {
  const url = await newEmptyDatabase(t, dialect)
  if (dialect === 'sqlite') await makeFolder(dirname(sqlitePath(url)))
  const database = databaseAt(url)
  await database.execute(scriptBeforeInit(dialect))
  const moment = "'2026-11-26T12:00:00.000+00:00'"
  await database.execute(`
    INSERT INTO accounts (name, created_at) VALUES ('one', ${moment}), ('two', ${moment});
    INSERT INTO webhooks (account_id, name, http_url, http_method, trigger_events, created_at, updated_at)
    SELECT CASE WHEN number < 3 THEN 1 ELSE 2 END, 'w', 'http://127.0.0.1:9/', 'POST', '["ASSET_ADDED"]', ${moment}, ${moment}
    FROM (SELECT 1 AS number UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) AS numbers ORDER BY number;
    INSERT INTO webhook_states (webhook_id, account_id, last_sequence, first_tried)
    SELECT id, account_id, 10 * id, 10 * id FROM webhooks`)
  return database
}

export const notesOf = async ({ query }: Database): Promise<string[]> =>
  (await query('SELECT migration_name AS name FROM _prisma_migrations ORDER BY migration_name')).map(({ name }) => name)

/** Checks that a database has been taken over, and all migrations since. */
export async function checkTakenOver (t: Test, database: Database): Promise<void> {
  t.strictSame(await notesOf(database), await migrationNames(database.kind))
}
