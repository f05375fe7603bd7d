const shownFiles = 10
/** How many lines of each failed file are repeated at the end: often only the end of a log is kept. */
const shownOfFailure = 40

/**
 * Writes the results of test files in the format of TAP; on a terminal one line per file, and everything of failed
 * ones. At the end it prints the slowest files, those that take the most of a processor, the failed ones, and how many
 * assertions passed and failed.
 */
export function createOutput () {
  const files = []
  const counts = { pass: 0, fail: 0, skip: 0, todo: 0 }
  const write = (...lines) => process.stdout.write(`${lines.join('\n')}\n`)

  return {
    /** Takes the output of one file: a test of TAP at the outermost level. */
    file (lines, processorSeconds) {
      const [line, failed, name, time] = lines.map((line) =>
        /^(not )?ok \d+ - dist\/(\S+)\.js.* # time=([\d.]+)ms/.exec(line)
      ).find(Boolean)
      const file = {
        name: `${name}.ts`,
        failed: failed !== undefined,
        seconds: Number(time) / 1000,
        processorSeconds,
        reasons: failed === undefined ? [] : reasonsOf(lines, line)
      }
      files.push(file)
      const numbered = () =>
        lines.map((each) => each.startsWith(line) ? each.replace(/ok \d+/, `ok ${files.length}`) : each)
      if (!process.stdout.isTTY) write(...numbered(), '')
      else if (file.failed) write(...lines)
      else write(timed(file))
    },
    /** Adds the counts of a process. */
    count (found) {
      for (const [name, count] of Object.entries(found)) counts[name] += count
    },
    /** Returns whether everything passed. */
    end () {
      const failures = files.filter(({ failed }) => failed)
      const most = (name) => files.toSorted((a, b) => b[name] - a[name]).slice(0, shownFiles)
        .map((file) => timed({ ...file, seconds: file[name] }))
      if (!process.stdout.isTTY) write(`1..${files.length}`)
      if (files.length > 1) {
        write('', 'The slowest files:', ...most('seconds'))
        write('', 'The files that take the most of a processor:', ...most('processorSeconds'))
      }
      if (failures.length > 0) write('', 'Failed:', ...failures.flatMap(({ name, reasons }) => [`  ${name}`, ...reasons]))
      const passed = failures.length === 0 && files.length > 0
      write('', `${files.length} files, ${counts.pass + counts.fail + counts.skip + counts.todo} assertions`)
      write(`${counts.pass} passed, ${passed ? counts.fail : Math.max(1, counts.fail)} failed, ${counts.skip} skipped`)
      return passed
    }
  }
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
  return found.length > 0 ? found.slice(0, shownOfFailure) : [result]
}

function timed ({ name, seconds }) {
  return `${seconds.toFixed(1).padStart(7)} s  ${name}`
}
