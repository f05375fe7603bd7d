import { codesOf, idsOfMarkers, markersOf, onOneLine, type MarkerFormat } from './film.js'
import { readMarkers } from './read-markers.js'

/** Between the texts of a marker, which is one line. */
export const BETWEEN = ' / '

/** An edit decision list (CMX 3600) with markers as DaVinci Resolve reads them. */
export const edl: MarkerFormat = {
  idsOf: (film) => idsOfMarkers(markersOf(film)),

  async * write (film) {
    const { title, clock } = film
    yield `TITLE: ${onOneLine(title)}\r\nFCM: ${clock.rate.dropped > 0 ? 'DROP FRAME' : 'NON-DROP FRAME'}\r\n`
    let number = 0
    for await (const { frame, frames, text } of readMarkers(markersOf(film), film, BETWEEN)) {
      const { in: from, out: to } = codesOf(frame, frames, clock)
      yield `\r\n${String(++number).padStart(3, '0')}  AX       V     C        ${from} ${to} ${from} ${to}\r\n` +
        `* COMMENT: ${text}\r\n |C:ResolveColorBlue |M:${text.replaceAll('|', '/')} |D:${frames}\r\n`
    }
  }
}
