import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lacks } from './programs.js'

/** Why rules cannot be evaluated here; false if they can. */
export const skipsRules = lacks('promtool')

/** One line of a scrape, with the labels that Prometheus adds. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The labels that Prometheus adds for a target. */
const target = { job: 'cutroom', instance: '127.0.0.1:3000' }

/**
 * Reads a scrape as Prometheus does: a label of the target takes precedence over one of the same name, which is
 * renamed.
 */
export function readScrape (text: string): Sample[] {
  return [{ name: 'up', labels: target, value: 1 }, ...text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    return name === undefined ? [] : [{ name, labels: { ...readLabels(labels), ...target }, value: Number(value) }]
  })]
}

function readLabels (text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/\b(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) =>
    [name! in target ? `exported_${name}` : name!, value!]
  ))
}

/** A name with its sorted labels. */
export function seriesOf ({ name, labels }: Pick<Sample, 'name' | 'labels'>): string {
  return `${name}{${Object.entries(labels).sort().map(([label, value]) => `${label}="${value}"`).join()}}`
}

/** A trial of rules: the values of each series, a minute apart, and the expected results of expressions at the end. */
export interface Trial {
  readonly name: string
  readonly series: ReadonlyMap<string, string>
  readonly expectations: ReadonlyArray<{ readonly expression: string, readonly alerts: readonly string[] }>
}

/** Evaluates the rules of a file with Prometheus' own engine. Returns the unexpected results, or an empty text. */
export function tryRules (rules: string, trials: readonly Trial[], { minutes }: { minutes: number }): string {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-rules-'))
  try {
    const file = join(folder, 'trials.yaml')
    // JSON is valid YAML.
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
