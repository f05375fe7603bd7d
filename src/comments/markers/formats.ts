import { avid } from './avid.js'
import { csv } from './csv.js'
import { edl } from './edl.js'
import { fcpxml } from './fcpxml.js'
import type { MarkerFormat } from './film.js'
import { otio } from './otio.js'
import { xmeml } from './xmeml.js'

interface FileFormat {
  readonly format: MarkerFormat
  readonly contentType: string
  /** The name under which it is saved. */
  readonly filename: string
  /** Whether it needs the film's rate. */
  readonly needsRate: boolean
}

const TEXT = 'text/plain; charset=utf-8'
const XML = 'application/xml; charset=utf-8'
const OTIO = 'application/vnd.pixar.opentimelineio+json'
const CSV = 'text/csv; charset=utf-8'

/** The formats of markers that editing programs read. */
export const formats = {
  edl: { format: edl, contentType: TEXT, filename: 'comments.edl', needsRate: true },
  fcpxml: { format: fcpxml, contentType: XML, filename: 'comments.fcpxml', needsRate: true },
  xmeml: { format: xmeml, contentType: XML, filename: 'comments.xml', needsRate: true },
  avid: { format: avid, contentType: TEXT, filename: 'comments.txt', needsRate: true },
  otio: { format: otio, contentType: OTIO, filename: 'comments.otio', needsRate: true },
  csv: { format: csv, contentType: CSV, filename: 'comments.csv', needsRate: false }
} as const satisfies Readonly<Record<string, FileFormat>>

export type MarkerFormatName = keyof typeof formats
export const markerFormats = Object.keys(formats) as MarkerFormatName[]
