export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/
const LABEL = /\b([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g

/** The samples of a Prometheus page. */
export function parseMetrics (text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? []
    if (name === undefined || line.startsWith('#')) return []
    return [{
      name,
      labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, key, text]) => [key!, text!])),
      value: Number(value)
    }]
  })
}

type Match = Readonly<Record<string, string>>

/** The sum of all samples with this name and these labels; null if there is none. */
export function sumOf (samples: readonly Sample[], name: string, match: Match = {}): number | null {
  const found = samples.filter((sample) =>
    sample.name === name && Object.entries(match).every(([label, value]) => sample.labels[label] === value))
  return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0)
}

/** Each value of a label with its sum. */
export function sumsBy (samples: readonly Sample[], name: string, label: string): Map<string, number> {
  const sums = new Map<string, number>()
  for (const sample of samples) {
    if (sample.name !== name) continue
    const value = sample.labels[label] ?? ''
    sums.set(value, (sums.get(value) ?? 0) + sample.value)
  }
  return sums
}
