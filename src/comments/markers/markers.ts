import type { Unit } from '../../core/unit.js'
import { statement } from '../../database/sql.js'
import { InvalidParameter, NoFrameRate } from '../../errors.js'
import { inspect } from '../../http/inspect.js'
import { assetKind } from '../../items/kinds.js'
import { requireItem } from '../../items/require.js'
import { readMetadata } from '../../media/analysis/read.js'
import { commentColumns, commentTables, type CommentRow } from '../rows.js'
import { frameAt, framesOf, toFrameRate, toFrames, toTimeCode, type FrameRate } from './time-code.js'

/** The formats that editing programs read as markers of a film: an edit decision list (CMX 3600), or a CSV. */
export const markerFormats = ['edl', 'csv'] as const
export type MarkerFormat = typeof markerFormats[number]

export const TIME_CODE_RULE = 'Must be a time code'
const BEGINNING = '00:00:00:00'

/** Comments that are read at once. */
const PAGE = 100
/** Later than any moment: comments without one come last. */
const NEVER = 1e12

/** $1 asset, $2 account, $3 after this moment, $4 and this id, $5 limit */
const listInOrder = statement('comments_in_order', (sql) => `
  SELECT ${commentColumns(sql, 'c.text')} FROM ${commentTables}
  WHERE c.item_id = $1 AND c.account_id = $2 AND (COALESCE(c.time, ${NEVER}) > CAST($3 AS double precision)
    OR (COALESCE(c.time, ${NEVER}) = CAST($3 AS double precision) AND c.id > $4))
  ORDER BY COALESCE(c.time, ${NEVER}), c.id LIMIT $5`)

interface Film {
  readonly title: string
  readonly rate: FrameRate
  /** The frame of the time code at which it begins. */
  readonly first: number
}

/**
 * The comments on an asset as markers, in pieces, in the order of their moments. Throws AssetNotFound, InvalidParameter
 * for a time code that does not exist at the film's rate, and NoFrameRate.
 */
export async function openMarkers (
  unit: Unit, assetId: string, { format, start = BEGINNING }: { format: MarkerFormat, start?: string | undefined }
): Promise<{ title: string, pieces: AsyncGenerator<string> }> {
  const asset = await requireItem(assetKind, unit.reads.sql, unit.caller, assetId)
  const rate = toFrameRate((await readMetadata(unit, asset.id))?.frame_rate ?? null)
  const first = rate === null ? 0 : toFrames(start, rate)
  if (first === null) throw new InvalidParameter('start', inspect(start), TIME_CODE_RULE)
  if (rate === null) throw new NoFrameRate()
  const film = { title: asset.title, rate, first }
  return { title: asset.title, pieces: (format === 'edl' ? writeList : writeTable)(film, pagesOf(unit, asset.id)) }
}

async function * pagesOf ({ caller, reads }: Unit, assetId: string): AsyncGenerator<CommentRow[]> {
  for (let last: Pick<CommentRow, 'time' | 'id'> = { time: -1, id: 0 }; ;) {
    const rows: CommentRow[] = await reads.sql.all<CommentRow>(listInOrder, [assetId, caller.accountId,
      last.time ?? NEVER, last.id, PAGE])
    yield rows
    if (rows.length < PAGE) return
    last = rows.at(-1)!
  }
}

/** The time codes of a comment: its first frame, and the one after its last. */
function codesOf ({ time, duration }: CommentRow, { rate, first }: Film): { in: string, out: string, frames: number } {
  const frame = first + frameAt(time!, rate)
  const frames = framesOf(duration ?? 0, rate)
  return { in: toTimeCode(frame, rate), out: toTimeCode(frame + frames, rate), frames }
}

async function * writeList (film: Film, pages: AsyncGenerator<CommentRow[]>): AsyncGenerator<string> {
  yield `TITLE: ${onOneLine(film.title)}\r\nFCM: ${film.rate.dropped > 0 ? 'DROP FRAME' : 'NON-DROP FRAME'}\r\n`
  let number = 0
  for await (const rows of pages) {
    yield rows.filter(({ time }) => time !== null).map((row) => {
      const { in: from, out: to, frames } = codesOf(row, film)
      const text = onOneLine(row.text)
      const author = onOneLine(row.author).replaceAll('|', '/')
      return `\r\n${String(++number).padStart(3, '0')}  AX       V     C        ${from} ${to} ${from} ${to}\r\n` +
        `* COMMENT: ${text}\r\n |C:ResolveColorBlue |M:${author}: ${text.replaceAll('|', '/')} |D:${frames}\r\n`
    }).join('')
  }
}

const COLUMNS = ['Marker Name', 'Description', 'In', 'Out', 'Duration', 'Marker Type', 'Time', 'Page', 'Internal', 'Done',
  'Reply To', 'Id']

async function * writeTable (film: Film, pages: AsyncGenerator<CommentRow[]>): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync')
  const write = (rows: string[][]) => stringify(rows, { record_delimiter: '\r\n', quoted_match: /[\r\n]/ })
  yield write([COLUMNS])
  for await (const rows of pages) {
    yield write(rows.map((row) => {
      const codes = row.time === null ? null : codesOf(row, film)
      return [row.author, row.text, codes?.in ?? '', codes?.out ?? '', codes === null ? '' : toTimeCode(codes.frames, film.rate),
        'Comment', ...[row.time, row.page, Boolean(row.internal), Boolean(row.done), row.reply_to, row.id]
          .map((value) => value === null ? '' : String(value))]
    }))
  }
}

function onOneLine (text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
