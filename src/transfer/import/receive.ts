import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import type { Caller } from '../../core/caller.js'
import { systemCaller } from '../../core/caller.js'
import { sqlitePath } from '../../database/sqlite-path.js'
import { BodyTooLarge, NoRoom } from '../../errors.js'
import { newId } from '../../basics/ids.js'
import { createDiskBudget } from '../../process/disk-budget.js'
import type { Transact } from '../../core/transact.js'
import { toChunks } from './chunks.js'
import type { ImportFormat } from './rows.js'

export const LARGEST_IMPORT = 1024 ** 3
/** So long a file may take to come in. */
export const RECEIVING_MS = 60 * 60 * 1000
/** After that it is taken for given up. */
const GIVEN_UP_MS = RECEIVING_MS + 10 * 60 * 1000

/** A file that is all there, and not an import yet. */
export interface Upload {
  readonly id: string
  readonly size: number
  readonly sha256: string
}

export interface ImportReceiverDependencies {
  readonly transact: Transact
  readonly databaseUrl: string
}

/**
 * Puts files into the database, in chunks: any process can go on with them, and they need no disk that processes share.
 * What does not come to its end is removed by the job.
 */
export function createImportReceiver ({ transact, databaseUrl }: ImportReceiverDependencies) {
  const room = databaseUrl.startsWith('file:') ? createDiskBudget(dirname(sqlitePath(databaseUrl))) : null

  /** Throws BodyTooLarge and NoRoom. */
  async function receive (caller: Caller, format: ImportFormat, pieces: AsyncIterable<Buffer>): Promise<Upload> {
    const id = newId()
    const service = systemCaller({ id: caller.accountId, name: caller.account }, caller.userId)
    await transact(service, async (tx) => {
      await tx.prisma.import.create({
        data: {
          id,
          accountId: caller.accountId,
          userId: caller.userId,
          status: 'receiving',
          mode: '',
          key: '',
          dryRun: false,
          format,
          createdAt: tx.time,
          dueAt: new Date(tx.time.getTime() + GIVEN_UP_MS)
        }
      })
    })
    const hash = createHash('sha256')
    let size = 0
    let number = 0
    try {
      for await (const bytes of toChunks(bounded(pieces))) {
        if (room?.take(bytes.length) === false) throw new NoRoom()
        hash.update(bytes)
        size += bytes.length
        const chunk = { importId: id, number: number++, bytes }
        await transact(service, async (tx) => { await tx.prisma.importChunk.create({ data: chunk }) })
      }
    } catch (error) {
      await discard(caller, id).catch(() => {})
      throw error
    }
    return { id, size, sha256: hash.digest('hex') }
  }

  /** Leaves what was received to the job. */
  async function discard (caller: Caller, id: string): Promise<void> {
    await transact(systemCaller({ id: caller.accountId, name: caller.account }), async (tx) => {
      await tx.prisma.import.updateMany({
        where: { id, accountId: caller.accountId, status: 'receiving' },
        data: { dueAt: tx.time }
      })
    })
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
