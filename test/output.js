import { createLeftOut } from './left-out.js'

const shownFiles = 10
/** How many lines of each failed file are repeated at the end: often only the end of a log is kept. */
const shownOfFailure = 40

/**
 * Writes the results of test files: to a terminal how far it is, and everything of failed files; elsewhere all of them
 * as TAP. At the end it prints the slowest files, those that take the most of a processor, what the tests' worlds cost,
 * what was left out, the failed files, and how many assertions passed and failed.
 * @param {number} total number of files
 */
export function createOutput (total) {
  const begun = performance.now()
  const isTerminal = process.stdout.isTTY
  const files = []
  const counts = { pass: 0, fail: 0, skip: 0, todo: 0 }
  const costs = new Map()
  const leftOut = createLeftOut()
  const write = (...lines) => process.stdout.write(`${lines.join('\n')}\n`)

  return {
    /**
     * Takes the output of one file: a test of TAP at the outermost level. What else is reported there is a failure.
     * @param {{ path: string, lines: string[], processorSeconds: number }} file
     */
    file ({ path, lines, processorSeconds }) {
      const name = `${path.replace(/^dist\//, '').replace(/\.js$/, '')}.ts`
      const outermost = lines.filter((line) => /^(not )?ok /.test(line))
      const results = outermost.filter((line) => line.includes(` - ${path}`) && line.includes('# time='))
      const strays = outermost.filter((line) => !results.includes(line))
        .map((line) => `not ok: the file reports something outside of its tests: ${line}`)
      if (results.length === 0) strays.push('not ok: the file has no result')
      const failed = strays.length > 0 || results.some((line) => line.startsWith('not '))
      const seconds = Number(/# time=([\d.]+)ms/.exec(results.at(-1) ?? '')?.[1] ?? 0) / 1000
      const reasons = failed ? [...strays, ...reasonsOf(lines, results.at(-1))] : []
      files.push({ name, failed, seconds, processorSeconds, reasons })
      counts.fail += strays.length
      leftOut.read(name, lines)
      if (isTerminal) {
        process.stdout.write('\r\x1b[K')
        if (failed) write(`Failed: ${name}`, ...lines, ...strays)
        process.stdout.write(progressOf(files, total, begun))
      } else {
        const numbered = lines.map((line) => results.includes(line) ? line.replace(/ok \d+/, `ok ${files.length}`) : line)
        write(...numbered, ...strays.map((stray) => `# ${stray}`), `# ${processorSeconds.toFixed(1)} s of a processor`, '')
      }
    },
    /** Adds the counts and the costs of a process. */
    count ({ counts: found = {}, costs: made = {} }) {
      for (const name of Object.keys(counts)) counts[name] += found[name] ?? 0
      for (const [kind, { count, ms }] of Object.entries(made)) {
        const sum = costs.get(kind) ?? { count: 0, ms: 0 }
        costs.set(kind, { count: sum.count + count, ms: sum.ms + ms })
      }
    },
    /**
     * Returns whether everything passed.
     * @param {{ processorSeconds: number }} used by everything that ran for the tests
     */
    end ({ processorSeconds }) {
      const failures = files.filter(({ failed }) => failed)
      const most = (name) => files.toSorted((a, b) => b[name] - a[name]).slice(0, shownFiles)
        .map((file) => timed(file[name], file.name))
      write(isTerminal ? '' : `1..${files.length}`)
      if (files.length > 1) {
        write('', 'The slowest files:', ...most('seconds'))
        write('', 'The files that take the most of a processor:', ...most('processorSeconds'))
      }
      if (costs.size > 0) {
        write('', 'What the tests set up, and how long it took in all:', ...[...costs].map(([kind, { count, ms }]) =>
          timed(ms / 1000, `${count} ${kind}`)))
      }
      const missing = leftOut.lines()
      if (missing.length > 0) write('', 'Left out:', ...missing)
      if (failures.length > 0) {
        write('', 'Failed:', ...failures.flatMap(({ name, reasons }) =>
          [`  ${name}`, ...reasons, `  To run it alone: npm test -- ${name}`]))
      }
      const passed = failures.length === 0 && files.length > 0
      const assertions = counts.pass + counts.fail + counts.skip + counts.todo
      write('', `${files.length} files, ${assertions} assertions, in ${minutes(performance.now() - begun)} minutes, ` +
        `with ${Math.round(processorSeconds)} s of a processor`)
      write(`${counts.pass} passed, ${passed ? counts.fail : Math.max(1, counts.fail)} failed, ${counts.skip} skipped`)
      return passed
    }
  }
}

function progressOf (files, total, begun) {
  const failed = files.filter((file) => file.failed).length
  return `${files.length} of ${total} files, ${failed === 0 ? 'none' : failed} failed, ${minutes(performance.now() - begun)} minutes`
}

/** The failed assertions with what TAP says of each, up to a line of `...`; for a file without one, its result. */
function reasonsOf (lines, result) {
  const found = []
  let isTold = false
  for (const line of lines) {
    if (/^ *(not )?ok /.test(line)) isTold = /^ +not ok (?!.*# time=)/.test(line)
    if (isTold) found.push(line)
    if (/^ +\.\.\.$/.test(line)) isTold = false
  }
  return found.length > 0 || result === undefined ? found.slice(0, shownOfFailure) : [result]
}

function timed (seconds, name) {
  return `${seconds.toFixed(1).padStart(7)} s  ${name}`
}

/** As in `6:03`. */
function minutes (ms) {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
