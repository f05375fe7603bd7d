import type { Release } from '../../core/release.js'
import type { Unit } from '../../core/unit.js'
import { ImportNotFound, Overloaded } from '../../errors.js'
import { LAST_ID, toItemId } from '../../basics/ids.js'
import type { Page } from '../../basics/page.js'
import type { Upload } from './receive.js'
import { findImport, listErrors, listImports, listImportsOfUser, type ImportOptions, type ImportRow } from './rows.js'

/** The name of the job that runs imports. */
export const IMPORT_JOB = 'imports'

const underWay = { status: { in: ['pending', 'running'] } }
const cancelledAt = (time: Date) => ({ status: 'cancelled', finishedAt: time, dueAt: time, leaseToken: null })

/**
 * The imports of an account for administrators; for others their own. Each function throws ImportNotFound if the import
 * is missing.
 */
export const imports = {
  async require ({ caller, reads }: Unit, id: string): Promise<ImportRow> {
    const known = toItemId(id)
    const row = known === null ? undefined : await reads.sql.first(findImport, [caller.accountId, known])
    if (row === undefined || (!caller.admin && row.user_id !== caller.userId)) throw new ImportNotFound()
    return row
  },

  list: ({ caller, reads }: Unit, { after, limit }: Page) =>
    reads.sql.all(caller.admin ? listImports : listImportsOfUser, [caller.accountId,
      after === '' ? LAST_ID : after, limit, ...caller.admin ? [] : [caller.userId]]),
  /** The caller has checked that the import exists. */
  errors: ({ reads }: Unit, importId: string, { after, limit }: Page) =>
    reads.sql.all(listErrors, [importId, Number(after), limit]),

  /** Makes an import of a received file. */
  begin: ({ caller, transact }: Unit, upload: Upload, { mode, key, dryRun }: ImportOptions): Promise<ImportRow> =>
    transact(async (tx) => {
      const { row: { id }, token } = upload.held
      const { count } = await tx.prisma.import.updateMany({
        where: { id, accountId: caller.accountId, leaseToken: token },
        data: { status: 'pending', mode, key, dryRun, createdAt: tx.time, dueAt: tx.time, leaseToken: null }
      })
      // This process has stalled for so long that another one has removed the file.
      if (count === 0) throw new Overloaded()
      tx.wake(IMPORT_JOB)
      return (await tx.sql.first(findImport, [caller.accountId, id]))!
    }),

  /** Written rows stay. An ended import stays as it is. */
  cancel: (unit: Unit, id: string): Promise<void> => unit.transact(async (tx) => {
    const { id: known } = await imports.require(unit, id)
    await tx.prisma.import.updateMany({
      where: { id: known, accountId: tx.caller.accountId, ...underWay }, data: cancelledAt(tx.time)
    })
    tx.wake(IMPORT_JOB)
  })
}

export type Imports = typeof imports

/** The imports of a user who is disabled end as cancelled. */
export const importRelease: Release = {
  async ofUser (tx, userId) {
    await tx.prisma.import.updateMany({
      where: { userId, accountId: tx.caller.accountId, dueAt: { not: null }, ...underWay },
      data: cancelledAt(tx.time)
    })
    tx.wake(IMPORT_JOB)
  }
}
