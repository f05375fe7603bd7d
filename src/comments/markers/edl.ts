import { codesOf, markersOf, onOneLine, type Film, type MarkerFormat } from './film.js'

/** Between the texts of a marker, which is one line. */
const BETWEEN = ' / '

/** An edit decision list (CMX 3600) with markers as DaVinci Resolve reads them. */
export const edl: MarkerFormat = {
  contentType: 'text/plain; charset=utf-8',
  needsRate: true,
  idsOf: (film) => markersOf(film).flatMap(({ ids }) => ids),
  write
}

async function * write (film: Film): AsyncGenerator<string> {
  const { title, read } = film
  const clock = film.clock!
  yield `TITLE: ${onOneLine(title)}\r\nFCM: ${clock.rate.dropped > 0 ? 'DROP FRAME' : 'NON-DROP FRAME'}\r\n`
  let number = 0
  for (const { frame, frames, ids } of markersOf(film)) {
    const comments = await read(ids.length)
    if (comments.length === 0) continue
    const { in: from, out: to } = codesOf(frame, frames, clock)
    const text = comments.map(({ author, text }) => `${onOneLine(author)}: ${onOneLine(text)}`).join(BETWEEN)
    yield `\r\n${String(++number).padStart(3, '0')}  AX       V     C        ${from} ${to} ${from} ${to}\r\n` +
      `* COMMENT: ${text}\r\n |C:ResolveColorBlue |M:${text.replaceAll('|', '/')} |D:${frames}\r\n`
  }
}
