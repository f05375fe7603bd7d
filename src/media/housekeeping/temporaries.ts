import type { Database } from '../../database/database.js'

/** A temporary file in use is younger, even before a row names it. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000

/** With an extension it is the page of a document, or one of the pictures of a HEIC file. */
const TEMPORARY = /^[0-9a-f-]{36}\.[0-9a-f-]{36}(?:(?:-\w+)?\.png)?$/

/** Whether a name is that of a temporary file. */
export function isTemporary (name: string): boolean {
  return TEMPORARY.test(name)
}

/**
 * Whether a temporary file is abandoned: no row names it, and it is too old for a row to follow. Times are in
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
