import { addNote, NOTES } from '../notes.js'
import type { DialectName, Migrating, MigrateOptions } from '../migrate.js'
import { requireNoHeartbeat } from './heartbeat.js'
import { emptyInboxes } from './inboxes.js'
import { INIT } from './names.js'

/** Makes the tables of that commit those of `init`. */
const newTables = `
  CREATE TABLE "webhook_waiting" (
    "event_id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "after_number" BIGINT NOT NULL,
    "webhook_ids" TEXT NOT NULL,
    "projects" TEXT
  );
  CREATE INDEX "webhook_waiting_account_id_after_number_idx" ON "webhook_waiting"("account_id", "after_number");
  DROP TABLE "webhook_inbox"`

const dropSequence = 'DROP SEQUENCE "webhook_inbox_positions"'

/**
 * Makes a database of the commit before `init` what `init` makes of an empty one. What waits in the inboxes gets its
 * numbers first, in several transactions, as there may be much of it; after an interruption the next start continues.
 * The rest is done in the transaction of the migrations. A process of the earlier version that still runs cannot write
 * what would be lost.
 * @param script that of `init`
 */
export async function takeOver (
  migrating: Migrating, dialect: DialectName, script: Buffer, options: Pick<MigrateOptions, 'log' | 'onNumbered'>
): Promise<void> {
  const startedAt = new Date()
  if (dialect === 'postgresql') await requireNoHeartbeat(migrating)
  const numbered = await emptyInboxes(migrating, dialect, options)
  await migrating.run(newTables)
  if (dialect === 'postgresql') await migrating.run(dropSequence)
  await migrating.run(`DELETE FROM ${NOTES}`)
  await addNote(migrating, INIT, script, startedAt)
  const durationMs = Date.now() - startedAt.getTime()
  options.log?.info({ migration: INIT, ...numbered, durationMs }, 'the database of an earlier version was taken over')
}
