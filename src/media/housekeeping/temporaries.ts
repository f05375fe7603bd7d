import type { Database } from '../../database/database.js'

/** A temporary file that somebody is writing is younger, also where no row tells of it yet. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000

/** With an ending it is the page of a document of which previews are made. */
const TEMPORARY = /^[0-9a-f-]{36}\.[0-9a-f-]{36}(?:\.png)?$/

/** Whether this is what a file is called while it is being received, or looked into. */
export function isTemporary (name: string): boolean {
  return TEMPORARY.test(name)
}

/**
 * Whether a temporary file is of use to nobody: no row names it, and it is too old for a row to be about to. Moments in
 * milliseconds.
 */
export async function isAbandoned (
  database: Database, { name, modifiedAt }: { name: string, modifiedAt: number }, now: number
): Promise<boolean> {
  if (now - modifiedAt < ABANDONED_AFTER_MS) return false
  const where = { partial: name }
  const { mediaFile, upload } = database.reads.prisma
  return await mediaFile.findFirst({ where, select: { id: true } }) === null &&
    await upload.findFirst({ where, select: { id: true } }) === null
}
