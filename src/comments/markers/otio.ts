import { clipLength, idsOfMarkers, markersOnClip, onOneLine, soundLength, type MarkerFormat } from './film.js'
import { readMarkers } from './read-markers.js'

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
    const basis = { metadata: {}, source_range: null, effects: [], markers: [], enabled: true }
    const length = clipLength(film)
    const whole = range(0, length)
    const media = {
      OTIO_SCHEMA: 'MissingReference.1', metadata: {}, name: film.filename ?? name, available_range: whole
    }
    const clip = { OTIO_SCHEMA: 'Clip.1', ...basis, name, media_reference: media }
    const track = { OTIO_SCHEMA: 'Track.1', ...basis }
    const picture = { ...track, name: 'V1', kind: 'Video', children: [{ ...clip, source_range: whole, markers: null }] }
    const sounds = film.sounds.map((sound, index) => ({
      ...track,
      metadata: { cutroom: { channels: sound.channels, sample_rate: sound.rate } },
      name: `A${index + 1}`,
      kind: 'Audio',
      children: [{ ...clip, source_range: range(0, soundLength(sound, film, length)) }]
    }))
    const timeline = JSON.stringify({
      OTIO_SCHEMA: 'Timeline.1',
      metadata: {},
      name,
      global_start_time: time(first),
      tracks: { OTIO_SCHEMA: 'Stack.1', ...basis, name: 'tracks', children: [picture, ...sounds] }
    })
    const end = timeline.indexOf(MARKERS)
    yield `${timeline.slice(0, end)}"markers":[`
    let separator = ''
    for await (const { frame, frames, name, text } of readMarkers(markersOnClip(film), film)) {
      yield separator + JSON.stringify({
        OTIO_SCHEMA: 'Marker.2',
        metadata: {},
        name,
        color: 'BLUE',
        marked_range: range(frame, frames),
        comment: text
      })
      separator = ','
    }
    yield `]${timeline.slice(end + MARKERS.length)}\n`
  }
}
