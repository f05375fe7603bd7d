import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

interface Peaks {
  readonly length: number
  readonly data: readonly number[]
}

const HEIGHT = 128
/** A screen cannot show more. */
const MOST_POINTS = 1000

/** The loudness over time. Shows nothing if it does not load, as a film plays without it. */
export function Waveform ({ url }: { url: string }) {
  const peaks = useSignal<Peaks | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    fetch(url, { signal: leaving.signal })
      .then(async (answer) => { if (answer.ok) peaks.value = await answer.json() as Peaks })
      .catch(() => {})
    return () => leaving.abort()
  }, [url])
  if (peaks.value === null) return null
  return (
    <svg class='waveform' viewBox={`0 0 ${Math.min(MOST_POINTS, peaks.value.length)} ${2 * HEIGHT}`} preserveAspectRatio='none' role='img' aria-label='Waveform'>
      <path d={pathOf(peaks.value)} />
    </svg>
  )
}

function pathOf ({ length, data }: Peaks): string {
  const points = Math.min(MOST_POINTS, length)
  const lines: string[] = []
  for (let point = 0; point < points; point++) {
    const [first, last] = [Math.floor(point * length / points), Math.max(1, Math.floor((point + 1) * length / points))]
    const part = data.slice(2 * first, 2 * last)
    lines.push(`M${point + 0.5} ${HEIGHT - Math.max(0, ...part)}V${HEIGHT + 1 - Math.min(0, ...part)}`)
  }
  return lines.join('')
}
