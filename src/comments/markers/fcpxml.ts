import { toTimeCode, type FrameRate } from '../../basics/time-code.js'
import { clipLength, idsOfMarkers, markersOnClip, onOneLine, type MarkerFormat } from './film.js'
import { readMarkers } from './read-markers.js'
import { mostChannels, soundRate, type Sound } from './sounds.js'
import { escapeXml } from './xml.js'

/** Rates of a timeline; others are those of Final Cut's own choice. */
const timelineRates = new Map([
  [32_000, '32k'], [44_100, '44.1k'], [48_000, '48k'], [88_200, '88.2k'], [96_000, '96k'], [176_400, '176.4k'],
  [192_000, '192k']
])

/**
 * A clip in the timeline of Final Cut Pro, with markers (FCPXML 1.9). It drops markers within the range of another, so
 * each is a frame long, and says how long its comments last.
 */
export const fcpxml: MarkerFormat = {
  idsOf: (film) => idsOfMarkers(markersOnClip(film)),

  async * write (film) {
    const { rate, first } = film.clock
    const times = timesOf(rate)
    const title = escapeXml(onOneLine(film.title))
    const file = escapeXml(encodeURIComponent(film.filename ?? onOneLine(film.title)))
    const size = film.width === null || film.height === null ? '' : ` width="${film.width}" height="${film.height}"`
    const length = times(clipLength(film))
    const whole = `start="${times(first)}" duration="${length}"`
    const tcFormat = rate.dropped > 0 ? 'DF' : 'NDF'
    yield `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.9">
  <resources>
    <format id="r1" frameDuration="${times(1)}"${size}/>
    <asset id="r2" name="${title}" ${whole} hasVideo="1" format="r1"${soundOf(film.sounds)}>
      <media-rep kind="original-media" src="file:///${file}"/>
    </asset>
  </resources>
  <library>
    <event name="${title}">
      <project name="${title}">
        <sequence format="r1" duration="${length}" tcStart="${times(first)}" tcFormat="${tcFormat}"${layoutOf(film.sounds)}>
          <spine>
            <asset-clip ref="r2" name="${title}" offset="${times(first)}" ${whole} format="r1" tcFormat="${tcFormat}">
`
    for await (const { frame, frames, text } of readMarkers(markersOnClip(film), film)) {
      const place = `start="${times(first + frame)}" duration="${times(1)}"`
      const said = frames === 1 ? text : `${text}\nDuration: ${toTimeCode(frames, rate)}`
      yield `              <marker ${place} value="${escapeXml(said)}"/>\n`
    }
    yield `            </asset-clip>
          </spine>
        </sequence>
      </project>
    </event>
  </library>
</fcpxml>
`
  }
}

/** Each track is a source. They have one number of channels, and one rate, in this format. */
function soundOf (sounds: readonly Sound[]): string {
  if (sounds.length === 0) return ''
  const rate = soundRate(sounds)
  return ` hasAudio="1" audioSources="${sounds.length}" audioChannels="${mostChannels(sounds)}"` +
    (rate === null ? '' : ` audioRate="${rate}"`)
}

function layoutOf (sounds: readonly Sound[]): string {
  if (sounds.length === 0) return ''
  const rate = timelineRates.get(soundRate(sounds) ?? 0)
  return ` audioLayout="${mostChannels(sounds) > 2 ? 'surround' : 'stereo'}"` + (rate === undefined ? '' : ` audioRate="${rate}"`)
}

/** Writes frames as seconds, in fractions without a rounding. */
function timesOf ({ exact, nominal }: FrameRate): (frames: number) => string {
  const isNtsc = exact === nominal * 1000 / 1001
  const ticks = isNtsc ? 1001 : 1000
  const scale = Math.round(exact * ticks)
  return (frames) => frames === 0 ? '0s' : `${frames * ticks}/${scale}s`
}
