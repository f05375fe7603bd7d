import { renewHistory } from '../../changes/renew.js'
import { systemCaller } from '../../core/caller.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { pauseInCopy } from '../../drop-folders/definitions/pause.js'
import { OperatorMistake } from '../../errors.js'
import { forgetState } from '../../search/state.js'
import type { Transact } from '../../core/transact.js'

const findMark = statement<{ marks: number }>('find_copy_mark', ({ name }) =>
  name === 'sqlite'
    ? "SELECT count(*) AS marks FROM sqlite_master WHERE name = '_cutroom_copy'"
    : "SELECT CAST(count(*) AS integer) AS marks FROM pg_tables WHERE schemaname = current_schema() AND tablename = '_cutroom_copy'")

const readState = statement<{ state: string }>('read_copy_state', () => 'SELECT state FROM _cutroom_copy')
const removeMark = statement('remove_copy_mark', () => 'DROP TABLE IF EXISTS _cutroom_copy')

/**
 * Takes a copied database into use: no further run of the copy may change it. Throws OperatorMistake if the copy is
 * incomplete.
 */
export async function takeOver ({ database, transact }: { database: Database, transact: Transact }): Promise<void> {
  const { sql } = database.reads
  if ((await sql.first(findMark, []))!.marks === 0) return
  const mark = await sql.first(readState, [])
  if (mark?.state === 'copying') {
    throw new OperatorMistake('DATABASE_URL: the database is a copy that was not finished: run cutroom copy again')
  }
  await transact(systemCaller(), async (tx) => {
    await tx.sql.run(removeMark, [])
    // The source may have given out the next numbers already, for other changes.
    if (mark?.state === 'behind') await renewHistory(tx)
    await pauseInCopy(tx)
    // The state of the empty index is not that of the copied rows.
    await forgetState(tx.sql)
  })
}
