import { BETWEEN } from './edl.js'
import { codesOf, idsOfMarkers, markersOf, readMarkers, type MarkerFormat } from './film.js'

/** Lines as Avid Media Composer reads them: name, time code, track, colour and note, with tabs between. */
export const avid: MarkerFormat = {
  idsOf: (film) => idsOfMarkers(markersOf(film)),

  async * write (film) {
    for await (const { frame, frames, name, lines } of readMarkers(markersOf(film), film)) {
      yield `${[name, codesOf(frame, frames, film.clock).in, 'V1', 'blue', lines.join(BETWEEN)].join('\t')}\n`
    }
  }
}
