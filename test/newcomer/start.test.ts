import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync, chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { changesOf, copyCheckout } from '../helper/checkout.js'
import { eventually } from '../helper/receiver.js'

// Builds wait for each other, and machines that run several tests are slow.
const PATIENCE_MS = 120_000
const FIELDS = 'src/fields/fields.ts'

/** Starts a script of a checkout, in a process group of its own and with its data elsewhere. */
function run (t: Test, folder: string, script: string, environment: Record<string, string> = {}) {
  const data = mkdtempSync(join(tmpdir(), 'cutroom-data-'))
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [join(folder, 'scripts', script)], {
    cwd: folder,
    env: {
      PATH,
      HOME: data,
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: `file:${data}/cutroom.db`,
      MEDIA_DIR: `${data}/media`,
      ...environment
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true
  })
  const printed = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => { printed.stdout += chunk })
  child.stderr.on('data', (chunk: Buffer) => { printed.stderr += chunk })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...printed }))
  t.teardown(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  })
  return {
    child,
    printed,
    ended,
    serves: () => eventually('the service', () => printed.stdout.includes('Cutroom serves'), PATIENCE_MS)
  }
}

const built = (folder: string, path = FIELDS) => readFileSync(join(folder, 'dist', path.replace('.ts', '.js')), 'utf8')

t.test('A built checkout starts without a build, also if its folders are read-only', async (t) => {
  const folder = copyCheckout(t, { built: true })
  const writable = ['.', 'dist', 'prisma', 'prisma/generated']
  for (const name of writable) chmodSync(join(folder, name), 0o555)
  t.teardown(() => writable.forEach((name) => chmodSync(join(folder, name), 0o755)))
  const before = changesOf(folder)
  const { serves, printed } = run(t, folder, 'start.js')
  await serves()
  t.equal(printed.stderr, '')
  t.strictSame(changesOf(folder), before, 'nothing is written, not even if root could')
})

t.test('Only changed sources are built, and the output of a removed source is removed', async (t) => {
  const folder = copyCheckout(t, { built: true })
  const added = join(folder, 'src/added.ts')
  writeFileSync(added, 'export const added: number = 1\n')
  appendFileSync(join(folder, FIELDS), '// changed\n')
  const before = changesOf(join(folder, 'dist'))
  t.match(await run(t, folder, 'build.js').ended, { code: 0, stderr: /^cutroom: compiling 2 files … [\d.]+ s\ncutroom: building the client … [\d.]+ s\n$/ })
  t.match(built(folder), '// changed')
  t.match(built(folder, 'src/added.ts'), 'export const added = 1')
  const after = changesOf(join(folder, 'dist'))
  const changed = Object.keys(after).filter((name) =>
    after[name] !== before[name] && name.includes('.js') && !name.startsWith('made-of')
  )
  t.strictSame(changed.sort(), ['src/added.js', 'src/added.js.map', 'src/fields/fields.js', 'src/fields/fields.js.map'])
  unlinkSync(added)
  t.match(await run(t, folder, 'build.js').ended, { code: 0 })
  t.notOk(existsSync(join(folder, 'dist/src/added.js')))
})

t.test('A killed build does not count, even if the source is changed back before the next one', async (t) => {
  const folder = copyCheckout(t, { built: true })
  const before = { source: readFileSync(join(folder, FIELDS), 'utf8'), built: built(folder) }
  appendFileSync(join(folder, FIELDS), 'changed()\n')
  const first = run(t, folder, 'build.js')
  await eventually('the compiler', () => first.printed.stderr.includes('compiling'), PATIENCE_MS)
  first.child.kill('SIGKILL')
  await first.ended
  writeFileSync(join(folder, FIELDS), before.source)
  t.match(await run(t, folder, 'build.js').ended, { code: 0 })
  t.equal(built(folder), before.built)
})

t.test('Of two builds at the same time one waits for the other and compiles nothing', async (t) => {
  const folder = copyCheckout(t, { built: true })
  appendFileSync(join(folder, FIELDS), '// changed\n')
  const outcomes = await Promise.all([run(t, folder, 'build.js').ended, run(t, folder, 'build.js').ended])
  t.strictSame(outcomes.map(({ code }) => code), [0, 0])
  t.equal(outcomes.filter(({ stderr }) => stderr.includes('compiling')).length, 1)
  t.match(built(folder), '// changed')
})

t.test('A wrong setting is named before anything is built', async (t) => {
  const folder = copyCheckout(t, { built: true })
  const before = changesOf(folder)
  appendFileSync(join(folder, FIELDS), '// changed\n')
  const outcome = await run(t, folder, 'start.js', { PORT: '70000' }).ended
  t.strictSame(outcome, { code: 1, stdout: '', stderr: 'cutroom: PORT must be a port from 0 to 65535, not "70000"\n' })
  t.strictSame({ ...changesOf(folder), [FIELDS]: 0 }, { ...before, [FIELDS]: 0 })
})

t.test('A mistake in a source is shown with its place, and nothing is started', async (t) => {
  const folder = copyCheckout(t, { built: true })
  appendFileSync(join(folder, FIELDS), 'export const = 1\n')
  const outcome = await run(t, folder, 'start.js').ended
  t.match(outcome, { code: 1, stdout: '', stderr: /src\/fields\/fields\.ts\(\d+,\d+\): error TS1134/ })
})

t.test('Without the packages for builds a built service starts, and a changed one says how to install them', async (t) => {
  const folder = copyCheckout(t, { built: true, without: ['prisma', 'typescript'] })
  const { serves } = run(t, folder, 'start.js')
  await serves()
  appendFileSync(join(folder, FIELDS), '// changed\n')
  const outcome = await run(t, folder, 'start.js').ended
  t.match(outcome, { code: 1, stdout: '', stderr: /npm ci --include=dev/ })
})

t.test('A start that is told to stop during its build leaves nothing running', async (t) => {
  const folder = copyCheckout(t, { built: false })
  const { child, printed, ended } = run(t, folder, 'start.js')
  await eventually('the build', () => printed.stderr.includes('generating'), PATIENCE_MS)
  child.kill('SIGTERM')
  t.match(await ended, { code: 143 }, 'all processes that it has started have closed its output')
  t.notMatch(printed.stderr, 'compiling')
})
