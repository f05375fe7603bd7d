import type { FileHandle } from 'node:fs/promises'
import { getResolvedPDFJS } from 'unpdf'
import { withFile } from '../../../basics/read-file.js'
import type { Texts } from '../task.js'
import { readXmp } from './embedded.js'
import { toMoment } from './taken-at.js'
import { toTexts } from './texts.js'

/** The library reads pieces of this size, wherever it needs them. */
const PIECE_BYTES = 64 * 1024

export interface DocumentTexts {
  readonly tags: Texts | null
  readonly xmp: Texts | null
  /** The longer side of the first page as it is shown, in points. */
  readonly longerSide: number | null
}

const nothing: DocumentTexts = { tags: null, xmp: null, longerSide: null }

/** The names in a PDF, and those of the API. */
const names = {
  Title: 'title',
  Author: 'author',
  Subject: 'subject',
  Keywords: 'keywords',
  Creator: 'creator',
  Producer: 'producer',
  CreationDate: 'creation_date',
  ModDate: 'modification_date'
} as const

/** The metadata of a PDF: `nothing` if it needs a password, or cannot be read. */
export function readDocument (path: string): Promise<DocumentTexts> {
  return withFile(path, (file) => read(file).catch(() => nothing))
}

async function read (file: FileHandle): Promise<DocumentTexts> {
  const { size } = await file.stat()
  const { getDocument, PDFDataRangeTransport, VerbosityLevel } = await getResolvedPDFJS()
  const piece = async (start: number, end: number) => {
    const { buffer, bytesRead } = await file.read(new Uint8Array(end - start), 0, end - start, start)
    return buffer.subarray(0, bytesRead)
  }
  const range = new PDFDataRangeTransport(size, await piece(0, Math.min(size, PIECE_BYTES)))
  const loading = getDocument({
    range,
    rangeChunkSize: PIECE_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    isEvalSupported: false,
    verbosity: VerbosityLevel.ERRORS
  })
  const broken = new Promise<never>((_resolve, reject) => {
    range.requestDataRange = (start: number, end: number) => {
      piece(start, end).then((bytes) => range.onDataRange(start, bytes)).catch(reject)
    }
  })
  try {
    const document = await Promise.race([loading.promise, broken])
    const { info, metadata } = await Promise.race([document.getMetadata(), broken])
    const [left, bottom, right, top] = (await Promise.race([document.getPage(1), broken])).view
    const found = info as Record<string, unknown>
    const tags = Object.entries(names).map(([name, ours]) =>
      [ours, name.endsWith('Date') ? toDate(found[name]) : found[name]] as const)
    const raw = metadata?.getRaw() as unknown
    return {
      tags: toTexts([...tags, ['pages', document.numPages]]),
      xmp: typeof raw === 'string' ? readXmp(Buffer.from(raw)) : null,
      longerSide: Math.max(Math.abs(right! - left!), Math.abs(top! - bottom!))
    }
  } finally {
    await loading.destroy()
  }
}

/** ISO 8601 of a PDF's date, which may be a day alone; another text stays as it is. */
function toDate (text: unknown): unknown {
  const match = typeof text === 'string'
    ? /^D:(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?(?:(Z)|([+-]\d{2})'?(\d{2})?)?)?/.exec(text)
    : null
  if (match === null) return text
  const [, year, month, day, hour, minute, second = '00', utc, hours, minutes = '00'] = match
  if (hour === undefined) return `${year}-${month}-${day}`
  const zone = utc ?? (hours === undefined ? '' : `${hours}:${minutes}`)
  return toMoment(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`) ?? text
}
