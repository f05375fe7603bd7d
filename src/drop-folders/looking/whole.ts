import type { Entry, Location, OpenFile } from '../../locations/location.js'

/** Whether files that programs write while they record are whole, as far as their first bytes and their boxes tell. */

const FIRST_BYTES = 64 * 1024
/** Boxes that are looked at in a film. */
const MOST_BOXES = 1000
const PARTITION_PACK = Buffer.from('060e2b34020501010d010201', 'hex')
const FOOTER = Buffer.from('060e2b34020501010d0102010104', 'hex')

/** Whether a file that does not change any more is whole. An empty one, or one that is still recorded, may not be. */
export async function isComplete (location: Location, path: Buffer, entry: Entry): Promise<boolean> {
  if (entry.size === 0) return false
  if (!mayBeOpen(entry.shown)) return true
  const file = await location.open(path, entry).catch(() => null)
  // The reading of its bytes says what is wrong.
  if (file === null) return true
  try {
    return await isWhole(file)
  } finally {
    await file.close()
  }
}

/** Whether a file of this name is one of them. */
function mayBeOpen (name: string): boolean {
  return /\.(?:mxf|mp4|m4v|m4a|mov)$/i.test(name)
}

async function isWhole (file: OpenFile): Promise<boolean> {
  return /\.mxf$/i.test(file.entry.shown) ? isWholeMxf(file) : hasMoov(file)
}

/** An MXF with an open header, and without a footer, is still being written. What is no MXF is whole. */
async function isWholeMxf (file: OpenFile): Promise<boolean> {
  const head = await readAt(file, 0, FIRST_BYTES)
  const at = head.indexOf(PARTITION_PACK)
  if (at === -1) return true
  const [kind, status] = [head[at + 13], head[at + 14]]
  const isOpen = kind === 2 && (status === 1 || status === 3)
  if (!isOpen) return true
  const tail = await readAt(file, Math.max(0, file.entry.size - FIRST_BYTES * 16), FIRST_BYTES * 16)
  return tail.includes(FOOTER)
}

/** What begins with no box is no film, and is whole. */
async function hasMoov (file: OpenFile): Promise<boolean> {
  const { size } = file.entry
  let at = 0
  for (let count = 0; at + 8 <= size && count < MOST_BOXES; count++) {
    const head = await readAt(file, at, 16)
    const name = head.toString('latin1', 4, 8)
    if (!/^[\w ©-]{4}$/.test(name)) return count === 0
    if (name === 'moov') return true
    const short = head.readUInt32BE(0)
    const length = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short
    if (length < 8) return count === 0
    at += length
  }
  return false
}

async function readAt (file: OpenFile, start: number, length: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of await file.read(start, length)) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
