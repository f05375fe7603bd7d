import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Why rules cannot be evaluated here; false where they can. */
export const skipsRules = spawnSync('promtool', ['--version']).error !== undefined &&
  'promtool is not installed, which comes with Prometheus'

/** One line of a scrape, with the labels that the one who scrapes adds. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** What Prometheus knows of whom it has asked. */
const target = { job: 'cutroom', instance: '127.0.0.1:3000' }

/** Reads a scrape as Prometheus does: a label of the target wins over one of that name, which gets another one. */
export function readScrape (text: string): Sample[] {
  return [{ name: 'up', labels: target, value: 1 }, ...text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    return name === undefined ? [] : [{ name, labels: { ...readLabels(labels), ...target }, value: Number(value) }]
  })]
}

function readLabels (text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) =>
    [name! in target ? `exported_${name}` : name!, value!]
  ))
}

/** A name with its labels, in the order in which they are sorted. */
export function seriesOf ({ name, labels }: Pick<Sample, 'name' | 'labels'>): string {
  return `${name}{${Object.entries(labels).sort().map(([label, value]) => `${label}="${value}"`).join()}}`
}

/** What rules are tried with: the values of each series, a minute apart, and what expressions give at the end. */
export interface Trial {
  readonly name: string
  readonly series: ReadonlyMap<string, string>
  readonly expectations: ReadonlyArray<{ readonly expression: string, readonly alerts: readonly string[] }>
}

/** Evaluates the rules of a file with Prometheus' own engine. Gives what is not as it was expected, or nothing. */
export function tryRules (rules: string, trials: readonly Trial[], { minutes }: { minutes: number }): string {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-rules-'))
  try {
    const file = join(folder, 'trials.yaml')
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({
      rule_files: [rules],
      evaluation_interval: '1m',
      tests: trials.map(({ name, series, expectations }) => ({
        name,
        interval: '1m',
        input_series: [...series].map(([series, values]) => ({ series, values })),
        promql_expr_test: expectations.map(({ expression, alerts }) => ({
          expr: expression,
          eval_time: `${minutes}m`,
          exp_samples: alerts.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 }))
        }))
      }))
    }))
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
    return status === 0 ? '' : `${stdout}${stderr}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
