import { createHash, randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { systemCaller, type Caller } from '../../core/caller.js'
import type { Transact, Transaction } from '../../core/transact.js'
import { sqlitePath } from '../../database/sqlite-path.js'
import { BodyTooLarge, NoRoom, Overloaded } from '../../errors.js'
import { newId } from '../../basics/ids.js'
import { createDiskBudget } from '../../process/disk-budget.js'
import { LeaseLost, unlessLost, type Held } from '../../work/claims/claim.js'
import type { Worker } from '../../work/claims/worker.js'
import { toChunks } from './chunks.js'
import { dueImports, LONGEST_MS } from './claim.js'
import { toUtf8 } from './encoding.js'
import type { ImportFormat } from './rows.js'
import { lockImportsOf, requireFewWaiting } from './waiting.js'

export const LARGEST_IMPORT = 1024 ** 3
/** The longest time for an upload of a file. */
export const RECEIVING_MS = 60 * 60 * 1000

/** A complete file that is no import yet. It is held until it becomes one, or is discarded. */
export interface Upload {
  readonly held: Held<string>
  readonly size: number
  readonly sha256: string
}

export interface ImportReceiverDependencies {
  readonly transact: Transact
  readonly worker: Worker
  readonly databaseUrl: string
}

/** $4 bytes more */
const grow = dueImports.held('grow', () => 'size = size + $4')

/**
 * Stores files in the database, in chunks: any process can run the import, and processes need no shared disk. The job
 * removes incomplete files.
 */
export function createImportReceiver ({ transact, worker, databaseUrl }: ImportReceiverDependencies) {
  const room = databaseUrl.startsWith('file:') ? createDiskBudget(dirname(sqlitePath(databaseUrl))) : null
  /** Files that are coming, or wait to become an import. */
  const held = new Set<Held>()
  worker.holds(() => held.size > 0)

  /** Throws BodyTooLarge, NoRoom, and Overloaded if too much of the caller waits already. */
  async function receive (caller: Caller, format: ImportFormat, pieces: AsyncIterable<Buffer>): Promise<Upload> {
    const own: Held<string> = { row: { id: newId(), account_id: caller.accountId }, token: randomUUID() }
    const service = systemCaller({ id: caller.accountId, name: caller.account }, caller.userId)
    worker.entered(await transact(service, (tx) => open(tx, own, format)))
    held.add(own)
    const hash = createHash('sha256')
    let size = 0
    let number = 0
    try {
      for await (const bytes of toChunks(toUtf8(bounded(pieces)))) {
        if (room?.take(bytes.length) === false) throw new NoRoom()
        hash.update(bytes)
        size += bytes.length
        const chunk = { importId: own.row.id, number: number++, bytes }
        await transact(service, async (tx) => {
          await dueImports.update(tx, own, grow, [bytes.length])
          await requireFewWaiting(tx, caller.userId)
          await tx.prisma.importChunk.create({ data: chunk })
        })
      }
    } catch (error) {
      await discard(caller, { held: own }).catch(() => {})
      throw error instanceof LeaseLost ? new Overloaded() : error
    }
    return { held: own, size, sha256: hash.digest('hex') }
  }

  /** Returns the owner. */
  async function open (tx: Transaction, { row: { id }, token }: Held<string>, format: ImportFormat): Promise<string> {
    const { accountId, userId } = tx.caller
    const owner = await worker.beat(tx)
    await lockImportsOf(tx, userId)
    await tx.prisma.import.create({
      data: {
        id,
        accountId,
        userId,
        status: 'receiving',
        mode: '',
        key: '',
        dryRun: false,
        format,
        createdAt: tx.time,
        dueAt: new Date(tx.time.getTime() + LONGEST_MS),
        owner,
        leaseToken: token
      }
    })
    await requireFewWaiting(tx, userId)
    return owner
  }

  /** Leaves the file to the job, unless it has become an import. */
  async function discard (caller: Caller, { held: own }: Pick<Upload, 'held'>): Promise<void> {
    const service = systemCaller({ id: caller.accountId, name: caller.account })
    await transact(service, (tx) => dueImports.letGo(tx, own, tx.time)).catch(unlessLost)
      .finally(() => held.delete(own))
  }

  return { receive, discard }
}

export type ImportReceiver = ReturnType<typeof createImportReceiver>

async function * bounded (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > LARGEST_IMPORT) throw new BodyTooLarge()
    yield piece
  }
}
