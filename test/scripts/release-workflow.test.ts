import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { projectRoot } from '../../src/basics/paths.js'

const text = readFileSync(join(projectRoot, '.github/workflows/release.yml'), 'utf8')
const { jobs } = parse(text) as { jobs: Record<string, any> }
const steps: any[] = Object.values(jobs).flatMap((job) => job.steps)

t.test('The workflow of a release waits for jobs that there are, and pins its actions to a major', async (t) => {
  for (const { needs = [] } of Object.values(jobs)) for (const name of [needs].flat()) t.ok(jobs[name], name)
  for (const { uses } of steps) if (uses !== undefined) t.match(uses, /^[\w-]+\/[\w-]+@v\d+$/)
})

t.test('It has no secret of its own', async (t) => {
  t.notMatch(text, /secrets\./)
})

t.test('Its scripts are ones that bash reads, and call files that there are', async (t) => {
  for (const { run } of steps.filter((step) => step.run !== undefined)) {
    execFileSync('bash', ['-n', '-c', run.replace(/\$\{\{.*?\}\}/g, 'x')])
    for (const [path] of run.matchAll(/\b(?:scripts|test)\/[\w./-]+\.\w+/g)) t.ok(existsSync(join(projectRoot, path)), path)
  }
})
