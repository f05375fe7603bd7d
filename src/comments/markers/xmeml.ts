import { toTimeCode, type FilmClock } from '../../basics/time-code.js'
import {
  clipLength, idsOfMarkers, markersOnClip, onOneLine, soundLength, type MarkerFormat, type TimedFilm
} from './film.js'
import { readMarkers } from './read-markers.js'
import { mostChannels, soundRate } from './sounds.js'
import { escapeXml } from './xml.js'

/** A clip in a sequence with markers, as Final Cut Pro 7 and Premiere Pro read it. */
export const xmeml: MarkerFormat = {
  idsOf: (film) => idsOfMarkers(markersOnClip(film)),

  async * write (film) {
    const { clock, width, height } = film
    const title = escapeXml(onOneLine(film.title))
    const file = escapeXml(encodeURIComponent(film.filename ?? onOneLine(film.title)))
    const rate = `<rate><timebase>${clock.rate.nominal}</timebase><ntsc>${isSlower(clock) ? 'TRUE' : 'FALSE'}</ntsc></rate>`
    const whole = clipLength(film)
    const duration = `<duration>${whole}</duration>`
    const timeCode = `<timecode>${rate}<string>${toTimeCode(clock.first, clock.rate)}</string><frame>${clock.first}</frame>` +
      `<displayformat>${clock.rate.dropped > 0 ? 'DF' : 'NDF'}</displayformat></timecode>`
    const size = width === null || height === null ? '' : `<width>${width}</width><height>${height}</height>`
    const picture = `<samplecharacteristics>${rate}${size}</samplecharacteristics>`
    const channels = channelsOf(film, whole)
    const sounds = film.sounds.map((sound) =>
      `<audio>${characteristics(sound.rate)}<channelcount>${sound.channels}</channelcount></audio>`).join('')
    const head = (number: number, length: number) => `<clipitem id="clipitem-${number}">
            <name>${title}</name>
            ${duration}
            ${rate}
            <start>0</start>
            <end>${length}</end>
            <in>0</in>
            <out>${length}</out>
`
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
          ${head(1, whole)}            <file id="file-1">
              <name>${title}</name>
              <pathurl>file://localhost/${file}</pathurl>
              ${rate}
              ${duration}
              ${timeCode}
              <media><video>${picture}</video>${sounds}</media>
            </file>
${linksOf(channels)}`
    for await (const { frame, frames, name, text } of readMarkers(markersOnClip(film), film)) {
      yield `            <marker>
              <name>${escapeXml(name)}</name>
              <comment>${escapeXml(text)}</comment>
              <in>${frame}</in>
              <out>${frame + frames}</out>
            </marker>
`
    }
    yield `          </clipitem>
        </track>
      </video>
`
    if (channels.length > 0) {
      yield `      <audio>
        <numOutputChannels>${mostChannels(film.sounds)}</numOutputChannels>
        <format>${characteristics(soundRate(film.sounds))}</format>
`
    }
    for (const { number, length, output } of channels) {
      yield `        <track>
          ${head(number + 1, length)}            <file id="file-1"/>
            <sourcetrack><mediatype>audio</mediatype><trackindex>${number}</trackindex></sourcetrack>
${linksOf(channels)}          </clipitem>
          <outputchannelindex>${output}</outputchannelindex>
        </track>
`
    }
    yield `${channels.length > 0 ? '      </audio>\n' : ''}    </media>
  </sequence>
</xmeml>
`
  }
}

/** A channel of the sound: it has a track of its own. */
interface Channel {
  /** Among those of all tracks of the file, counted from 1. */
  readonly number: number
  /** Among those of its track: the speaker. */
  readonly output: number
  /** Frames. */
  readonly length: number
}

function channelsOf (film: TimedFilm, clip: number): Channel[] {
  return film.sounds
    .flatMap((sound) => Array.from({ length: sound.channels }, (_, index) =>
      ({ output: index + 1, length: soundLength(sound, film, clip) })))
    .map((channel, index) => ({ number: index + 1, ...channel }))
}

/** Links picture and sound. Each of the linked items has the same list. */
function linksOf (channels: readonly Channel[]): string {
  const link = (number: number, type: 'video' | 'audio', track: number) =>
    `            <link><linkclipref>clipitem-${number}</linkclipref><mediatype>${type}</mediatype>` +
    `<trackindex>${track}</trackindex><clipindex>1</clipindex></link>\n`
  if (channels.length === 0) return ''
  return link(1, 'video', 1) + channels.map(({ number }) => link(number + 1, 'audio', number)).join('')
}

/** Editing programs work with 16 bits, whatever the file has. */
function characteristics (rate: number | null): string {
  const samples = rate === null ? '' : `<samplerate>${rate}</samplerate>`
  return `<samplecharacteristics><depth>16</depth>${samples}</samplecharacteristics>`
}

/** Whether the rate is below its name by the factor 1000/1001. */
function isSlower ({ rate: { exact, nominal } }: FilmClock): boolean {
  return exact === nominal * 1000 / 1001
}
