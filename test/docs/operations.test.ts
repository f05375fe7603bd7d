import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { projectRoot } from '../../src/basics/paths.js'
import { createWorld } from '../helper/app.js'

const folder = join(projectRoot, 'docs/operations')

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly summary?: string, readonly action?: string }
}

async function readRules (): Promise<Rule[]> {
  const file = parse(await readFile(join(folder, 'alerts.yaml'), 'utf8')) as { groups: Array<{ rules: Rule[] }> }
  return file.groups.flatMap((group) => group.rules)
}

/** Every query of the dashboard. */
async function readQueries (): Promise<string[]> {
  const queries: string[] = []
  JSON.parse(await readFile(join(folder, 'grafana-dashboard.json'), 'utf8'), (key, value) => {
    if (key === 'expr' || (key === 'query' && typeof value === 'string' && value.includes('('))) queries.push(value)
    return value
  })
  return queries
}

/** The names of metrics in a query, without the suffixes of histograms. */
function figuresIn (query: string): string[] {
  return [...query.matchAll(/\b(?:cutroom|nodejs|process)_\w+/g)].map(([name]) =>
    name.replace(/_(?:bucket|count|sum)$/, '')
  )
}

t.test('the service has every metric that the dashboard and the alert rules name', async (t) => {
  const { anonymous } = await createWorld(t, 'sqlite')
  const { text } = await anonymous.get('/metrics')
  const told = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map((match) => match[1]!))
  const queries = [...await readQueries(), ...(await readRules()).map((rule) => rule.expr)]
  t.ok(queries.length > 40, 'the queries were found')
  const unknown = queries.flatMap(figuresIn).filter((name) => !told.has(name))
  t.strictSame([...new Set(unknown)], [])

  const shown = new Set(queries.flatMap(figuresIn))
  t.strictSame(
    [...told].filter((name) => name.startsWith('cutroom_') && !shown.has(name)),
    [],
    'each of its own metrics is named by one of them'
  )
})

t.test('every alert says what has happened and what to do', async (t) => {
  for (const { alert, annotations } of await readRules()) {
    t.match(annotations.summary, /^.{10,}\.$/, alert)
    t.match(annotations.action, /^.{20,}[.)]$/, alert)
  }
})

t.test('every background job that an alert names exists', async (t) => {
  const { app } = await createWorld(t, 'postgresql', { JOBS: 'on' })
  const jobs = app.loop.states().map((state) => state.name)
  for (const { annotations } of await readRules()) {
    for (const [, job] of annotations.action!.matchAll(/\b(?:its|the) job ([a-z-]+)/g)) t.ok(jobs.includes(job!), job!)
  }
})
