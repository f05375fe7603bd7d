// Runs `npm test` again and again, without a retry, and keeps the last lines of each run: on a quiet machine, and
// beside two processes that take all they get of a processor. Fails if a run has failed.
// node test/campaigns/repeat.js [--quiet 5] [--busy 3] [--keep folder] [-- arguments of npm test]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../../scripts/sources.js'

const keptLines = 60
const greedy = 2
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quiet: { type: 'string', default: '5' }, busy: { type: 'string', default: '3' }, keep: { type: 'string', default: 'repeated' }
  }
})

mkdirSync(values.keep, { recursive: true })
const summary = []
await repeat('quiet', Number(values.quiet))
const others = Array.from({ length: Number(values.busy) > 0 ? greedy : 0 }, () => spawn(process.execPath, ['-e', 'for (;;);']))
process.once('exit', () => others.forEach((other) => other.kill()))
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => process.exit(1))
await repeat('busy', Number(values.busy))
others.forEach((other) => other.kill())
console.log(['', ...summary].join('\n'))

/** Runs one after the other. */
async function repeat (how, times) {
  for (let run = 1; run <= times; run++) {
    const begun = Date.now()
    const { code, lines } = await runSuite()
    const seconds = Math.round((Date.now() - begun) / 1000)
    const line = `${how} ${run}: ${code === 0 ? 'passed' : 'FAILED'} after ${seconds} s: ${lines.at(-1)}`
    if (code !== 0) process.exitCode = 1
    writeFileSync(join(values.keep, `${how}-${run}.txt`), `${[...lines, line].join('\n')}\n`)
    summary.push(line)
    console.log(line)
  }
}

async function runSuite () {
  const child = spawn(process.execPath, ['test/run.js', ...positionals], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => { text = (text + chunk).slice(-1_000_000) })
  const [code] = await once(child, 'close')
  return { code, lines: text.trimEnd().split('\n').slice(-keptLines) }
}
