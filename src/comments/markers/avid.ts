import { BETWEEN } from './edl.js'
import { codesOf, idsOfMarkers, markersOf, type MarkerFormat } from './film.js'
import { readMarkers } from './read-markers.js'

/** Lines as Avid Media Composer reads them: name, time code, track, colour and note, with tabs between. */
export const avid: MarkerFormat = {
  idsOf: (film) => idsOfMarkers(markersOf(film)),

  async * write (film) {
    for await (const { frame, frames, name, text } of readMarkers(markersOf(film), film, BETWEEN)) {
      yield `${[name, codesOf(frame, frames, film.clock).in, 'V1', 'blue', text].join('\t')}\n`
    }
  }
}
