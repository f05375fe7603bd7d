import type { FrameRate } from '../../basics/time-code.js'
import { clipLength, idsOfMarkers, markersOnClip, onOneLine, readMarkers, type MarkerFormat } from './film.js'
import { escapeXml } from './xml.js'

/** A clip in the timeline of Final Cut Pro, with markers (FCPXML 1.9). */
export const fcpxml: MarkerFormat = {
  idsOf: (film) => idsOfMarkers(markersOnClip(film)),

  async * write (film) {
    const { rate, first } = film.clock
    const times = timesOf(rate)
    const title = escapeXml(onOneLine(film.title))
    const file = escapeXml(encodeURIComponent(film.filename ?? onOneLine(film.title)))
    const size = film.width === null || film.height === null ? '' : ` width="${film.width}" height="${film.height}"`
    const whole = `start="${times(first)}" duration="${times(clipLength(film))}"`
    const tcFormat = rate.dropped > 0 ? 'DF' : 'NDF'
    yield `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.9">
  <resources>
    <format id="r1" frameDuration="${times(1)}"${size}/>
    <asset id="r2" name="${title}" ${whole} hasVideo="1" format="r1">
      <media-rep kind="original-media" src="file:///${file}"/>
    </asset>
  </resources>
  <library>
    <event name="${title}">
      <project name="${title}">
        <sequence format="r1" duration="${times(clipLength(film))}" tcStart="${times(first)}" tcFormat="${tcFormat}">
          <spine>
            <asset-clip ref="r2" name="${title}" offset="${times(first)}" ${whole} format="r1" tcFormat="${tcFormat}">
`
    for await (const { frame, frames, lines } of readMarkers(markersOnClip(film), film)) {
      const place = `start="${times(first + frame)}" duration="${times(frames)}"`
      yield `              <marker ${place} value="${escapeXml(lines.join('\n'))}"/>\n`
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

/** Writes frames as seconds, in fractions without a rounding. */
function timesOf ({ exact, nominal }: FrameRate): (frames: number) => string {
  const isNtsc = exact === nominal * 1000 / 1001
  const ticks = isNtsc ? 1001 : 1000
  const scale = Math.round(exact * ticks)
  return (frames) => frames === 0 ? '0s' : `${frames * ticks}/${scale}s`
}
