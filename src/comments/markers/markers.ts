import { clockOf, toFrames, type FilmClock } from '../../basics/time-code.js'
import type { Unit } from '../../core/unit.js'
import { InvalidParameter, NoFrameRate } from '../../errors.js'
import { inspect } from '../../http/inspect.js'
import { assetKind } from '../../items/kinds.js'
import { requireItem } from '../../items/require.js'
import { readMetadata } from '../../media/analysis/read.js'
import { csv } from './csv.js'
import { edl } from './edl.js'
import type { MarkerFormat } from './film.js'
import { openTexts, readThreads } from './outline.js'

/** The formats that editing programs read as markers of a film. */
const formats = { edl, csv } as const satisfies Readonly<Record<string, MarkerFormat>>
export type MarkerFormatName = keyof typeof formats
export const markerFormats = Object.keys(formats) as MarkerFormatName[]

export const TIME_CODE_RULE = 'Must be a time code'

/**
 * The comments on an asset as markers, in pieces, in the order of their moments. `start` is the time code at which the
 * film begins, its own unless told. Throws AssetNotFound, InvalidParameter for a time code that does not exist at the
 * film's rate, and NoFrameRate.
 */
export async function openMarkers (
  unit: Unit, assetId: string, { format: name, start }: { format: MarkerFormatName, start?: string | undefined }
): Promise<{ name: string, contentType: string, pieces: AsyncGenerator<string> }> {
  const format: MarkerFormat = formats[name]
  const asset = await requireItem(assetKind, unit.reads.sql, unit.caller, assetId)
  const metadata = await readMetadata(unit, asset.id)
  const clock = startedAt(metadata === null ? null : clockOf(metadata), start)
  if (clock === null && format.needsRate) throw new NoFrameRate()
  const threads = await readThreads(unit, asset.id)
  const film = { title: asset.title, clock, threads }
  const read = openTexts(unit, asset.id, format.idsOf(film))
  return { name, contentType: format.contentType, pieces: format.write({ ...film, read }) }
}

function startedAt (clock: FilmClock | null, start: string | undefined): FilmClock | null {
  if (clock === null || start === undefined) return clock
  const first = toFrames(start, clock.rate)
  if (first === null) throw new InvalidParameter('start', inspect(start), TIME_CODE_RULE)
  return { ...clock, first }
}
