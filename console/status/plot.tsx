export interface PlotProps {
  readonly name: string
  /** The current value, in words. */
  readonly now: string
  /** Oldest first; null if unknown. */
  readonly values: ReadonlyArray<number | null>
  readonly isBad?: boolean
}

const [WIDTH, HEIGHT] = [240, 56]

/** One figure over the last minutes. */
export function Plot ({ name, now, values, isBad = false }: PlotProps) {
  const known = values.filter((value) => value !== null)
  const top = Math.max(1e-9, ...known) * 1.15
  const x = (index: number) => values.length < 2 ? WIDTH : (index / (values.length - 1)) * WIDTH
  const points = values.flatMap((value, index) => value === null
    ? []
    : [`${x(index).toFixed(1)},${(HEIGHT - 2 - (value / top) * (HEIGHT - 6)).toFixed(1)}`])
  const [first, last] = [points[0]?.split(',')[0], points.at(-1)?.split(',')[0]]
  return (
    <figure class={isBad ? 'plot bad' : 'plot'}>
      <figcaption><span class='quiet'>{name}</span><strong>{now}</strong></figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio='none' role='img' aria-label={`${name}: ${now}`}>
        {points.length > 1 && (
          <>
            <polygon points={`${first},${HEIGHT} ${points.join(' ')} ${last},${HEIGHT}`} />
            <polyline points={points.join(' ')} />
          </>
        )}
      </svg>
    </figure>
  )
}
