import { clockOf, toFrames, type FilmClock } from '../../basics/time-code.js'
import type { Unit } from '../../core/unit.js'
import { InvalidParameter } from '../../errors.js'
import { NoFrameRate } from '../errors.js'
import { inspect } from '../../http/inspect.js'
import type { Markers } from '../../http/markers.js'
import { requireSheet } from '../../http/sheets.js'
import { assetKind } from '../../items/kinds.js'
import { requireItem } from '../../items/require.js'
import { readMetadata } from '../../media/analysis/read.js'
import type { Film, TimedFilm } from './film.js'
import { formats, type MarkerFormatName } from './formats.js'
import { openTexts, readThreads } from './outline.js'
import { soundsOf } from './sounds.js'

export const TIME_CODE_RULE = 'Must be a time code'

export interface MarkersRequest {
  readonly format: MarkerFormatName
  /** The time code at which the film begins. Default: its own. */
  readonly start?: string | undefined
  /** The spreadsheet that is to open a CSV. */
  readonly for?: 'excel' | undefined
}

/**
 * The comments on an asset as markers, in pieces, in the order of their moments. Throws AssetNotFound, InvalidParameter
 * for a time code that does not exist at the film's rate, and NoFrameRate.
 */
export async function openMarkers (
  unit: Unit, assetId: string, { format: name, start, for: reader }: MarkersRequest
): Promise<Markers> {
  const { format, contentType, filename, needsRate } = formats[name]
  requireSheet(reader, name)
  const asset = await requireItem(assetKind, unit.reads.sql, unit.caller, assetId)
  const metadata = await readMetadata(unit, asset.id)
  const clock = startedAt(metadata === null ? null : clockOf(metadata), start)
  if (clock === null && needsRate) throw new NoFrameRate()
  const seconds = metadata?.duration ?? null
  const outline = {
    clock,
    frames: clock === null || seconds === null ? null : Math.max(1, Math.round(seconds * clock.rate.exact)),
    threads: await readThreads(unit, asset.id)
  }
  const film: Film = {
    ...outline,
    title: asset.title,
    filename: asset.original_filename,
    width: metadata?.width ?? null,
    height: metadata?.height ?? null,
    sounds: metadata === null ? [] : soundsOf(metadata),
    forExcel: reader === 'excel',
    read: openTexts(unit, asset.id, format.idsOf(outline))
  }
  return { filename, contentType, pieces: format.write(film as TimedFilm) }
}

function startedAt (clock: FilmClock | null, start: string | undefined): FilmClock | null {
  if (clock === null || start === undefined) return clock
  const first = toFrames(start, clock.rate)
  if (first === null) throw new InvalidParameter('start', inspect(start), TIME_CODE_RULE)
  return { ...clock, first }
}
