import { toTimeCode, type FilmClock } from '../../basics/time-code.js'
import { clipLength, idsOfMarkers, markersOnClip, onOneLine, readMarkers, type MarkerFormat } from './film.js'
import { escapeXml } from './xml.js'

/** A clip in a sequence with markers, as Final Cut Pro 7 and Premiere Pro read it. */
export const xmeml: MarkerFormat = {
  idsOf: (film) => idsOfMarkers(markersOnClip(film)),

  async * write (film) {
    const { clock, width, height } = film
    const title = escapeXml(onOneLine(film.title))
    const file = escapeXml(encodeURIComponent(film.filename ?? onOneLine(film.title)))
    const rate = `<rate><timebase>${clock.rate.nominal}</timebase><ntsc>${isSlower(clock) ? 'TRUE' : 'FALSE'}</ntsc></rate>`
    const duration = `<duration>${clipLength(film)}</duration>`
    const timeCode = `<timecode>${rate}<string>${toTimeCode(clock.first, clock.rate)}</string><frame>${clock.first}</frame>` +
      `<displayformat>${clock.rate.dropped > 0 ? 'DF' : 'NDF'}</displayformat></timecode>`
    const size = width === null || height === null ? '' : `<width>${width}</width><height>${height}</height>`
    const picture = `<samplecharacteristics>${rate}${size}</samplecharacteristics>`
    yield `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE xmeml>
<xmeml version="5">
  <sequence id="sequence-1">
    <name>${title}</name>
    ${duration}
    ${rate}
    ${timeCode}
    <media>
      <video>
        <format>${picture}</format>
        <track>
          <clipitem id="clipitem-1">
            <name>${title}</name>
            ${duration}
            ${rate}
            <start>0</start>
            <end>${clipLength(film)}</end>
            <in>0</in>
            <out>${clipLength(film)}</out>
            <file id="file-1">
              <name>${title}</name>
              <pathurl>file://localhost/${file}</pathurl>
              ${rate}
              ${duration}
              ${timeCode}
              <media><video>${picture}</video></media>
            </file>
`
    for await (const { frame, frames, name, lines } of readMarkers(markersOnClip(film), film)) {
      yield `            <marker>
              <name>${escapeXml(name)}</name>
              <comment>${escapeXml(lines.join('\n'))}</comment>
              <in>${frame}</in>
              <out>${frame + frames}</out>
            </marker>
`
    }
    yield `          </clipitem>
        </track>
      </video>
    </media>
  </sequence>
</xmeml>
`
  }
}

/** Whether the rate is below its name by the factor 1000/1001. */
function isSlower ({ rate: { exact, nominal } }: FilmClock): boolean {
  return exact === nominal * 1000 / 1001
}
