import { clipLength, idsOfMarkers, markersOnClip, onOneLine, readMarkers, type MarkerFormat } from './film.js'

/** Where the markers of the clip are written, one after the other. No text has this, as its quotes are escaped. */
const MARKERS = '"markers":null'

/** A timeline with one clip and its markers (OpenTimelineIO). */
export const otio: MarkerFormat = {
  idsOf: (film) => idsOfMarkers(markersOnClip(film)),

  async * write (film) {
    const { rate: { exact: rate }, first } = film.clock
    const name = onOneLine(film.title)
    const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value })
    const range = (frame: number, frames: number) =>
      ({ OTIO_SCHEMA: 'TimeRange.1', start_time: time(first + frame), duration: time(frames) })
    const whole = range(0, clipLength(film))
    const basis = { metadata: {}, source_range: null, effects: [], markers: [], enabled: true }
    const clip = {
      OTIO_SCHEMA: 'Clip.1',
      ...basis,
      name,
      source_range: whole,
      media_reference: {
        OTIO_SCHEMA: 'MissingReference.1', metadata: {}, name: film.filename ?? name, available_range: whole
      },
      markers: null
    }
    const track = { OTIO_SCHEMA: 'Track.1', ...basis, name: 'V1', kind: 'Video', children: [clip] }
    const timeline = JSON.stringify({
      OTIO_SCHEMA: 'Timeline.1',
      metadata: {},
      name,
      global_start_time: time(first),
      tracks: { OTIO_SCHEMA: 'Stack.1', ...basis, name: 'tracks', children: [track] }
    })
    const end = timeline.indexOf(MARKERS)
    yield `${timeline.slice(0, end)}"markers":[`
    let separator = ''
    for await (const { frame, frames, name, lines } of readMarkers(markersOnClip(film), film)) {
      yield separator + JSON.stringify({
        OTIO_SCHEMA: 'Marker.2',
        metadata: {},
        name,
        color: 'BLUE',
        marked_range: range(frame, frames),
        comment: lines.join('\n')
      })
      separator = ','
    }
    yield `]${timeline.slice(end + MARKERS.length)}\n`
  }
}
