import { codesOf, idsOfMarkers, markersOf, onOneLine, readMarkers, type MarkerFormat } from './film.js'

/** Between the texts of a marker, which is one line. */
export const BETWEEN = ' / '

/** An edit decision list (CMX 3600) with markers as DaVinci Resolve reads them. */
export const edl: MarkerFormat = {
  idsOf: (film) => idsOfMarkers(markersOf(film)),

  async * write (film) {
    const { title, clock } = film
    yield `TITLE: ${onOneLine(title)}\r\nFCM: ${clock.rate.dropped > 0 ? 'DROP FRAME' : 'NON-DROP FRAME'}\r\n`
    let number = 0
    for await (const { frame, frames, lines } of readMarkers(markersOf(film), film)) {
      const { in: from, out: to } = codesOf(frame, frames, clock)
      const text = lines.join(BETWEEN)
      yield `\r\n${String(++number).padStart(3, '0')}  AX       V     C        ${from} ${to} ${from} ${to}\r\n` +
        `* COMMENT: ${text}\r\n |C:ResolveColorBlue |M:${text.replaceAll('|', '/')} |D:${frames}\r\n`
    }
  }
}
