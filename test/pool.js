import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { processorSecondsOfTree } from '#proof/harness/process-tree.js'

/** The most files of a process. Each loads the service once; what tests leave in memory ends with it. */
const filesOfProcess = 40
const killAfterMs = 3_000
/** The longest time to end after the last file. A process first reports what keeps it (test/worker.js), if it can. */
const endsWithinMs = 60_000
const flags = [
  '--enable-source-maps',
  // With a larger young heap, the tests' garbage is collected less often.
  '--max-semi-space-size=32',
  // Prisma's compiler of queries is not optimised: optimising takes longer than it then runs.
  '--liftoff-only'
]

/**
 * Runs test files in several processes. Files of `alone` have one each; the others share some.
 * @param {object} work
 * @param {string[]} work.alone
 * @param {string[]} work.shared
 * @param {number} work.jobs concurrent processes
 * @param {Record<string, string>} work.environment
 * @param {AbortSignal} work.signal ends them. Its reason is the name of a signal
 * @param {ReturnType<import('./output.js').createOutput>} work.output
 */
export async function runFiles ({ alone, shared, jobs, ...options }) {
  const waiting = [...shared]
  const processes = alone.map((file) => [file])
  const runNext = async () => {
    while (!options.signal.aborted && processes.length + waiting.length > 0) {
      await runProcess(processes.shift() ?? waiting, options)
    }
  }
  await Promise.all(Array.from({ length: jobs }, runNext))
}

/** Takes files from the front, until there are none or the process has run enough. */
async function runProcess (files, { environment, signal, output }) {
  const child = start(environment, signal)
  const ended = once(child, 'close')
  let left = filesOfProcess
  let running = null
  let lines = []
  let giveUp
  let before = 0
  let processorSeconds = 0
  const handOver = () => {
    const now = processorSecondsOfTree(child.pid)
    processorSeconds = now - before
    before = now
    running = left-- > 0 ? files.shift() ?? null : null
    if (child.connected) child.send({ file: running })
    if (running === null) giveUp ??= setTimeout(killGroup, endsWithinMs, child, 'SIGKILL')
  }
  const finish = () => {
    if (lines.length > 0) output.file(lines, processorSeconds)
    lines = []
  }
  const read = (line) => {
    // The explanation of a failure comes after its line.
    if (line.startsWith('# Subtest: ') || line.startsWith('1..')) finish()
    if (line.startsWith('# {')) output.count(readCounts(line))
    if (/^(TAP|1\.\.|# (?!Subtest: )|$)/.test(line)) return
    lines.push(line)
    if (/^(not )?ok /.test(line)) handOver()
  }
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    const received = (rest + text).split('\n')
    rest = received.pop() ?? ''
    received.forEach(read)
  })
  handOver()
  const [code, killedBy] = await ended
  clearTimeout(giveUp)
  if ((running !== null || killedBy) && !signal.aborted) {
    lines.push(`not ok 1 - ${running ?? 'dist/test/worker.js'} # its process has ended (${killedBy ?? code}) # time=0ms`)
  }
  finish()
}

/** Parses the counts as tap writes them: `# { total: 3, pass: 2, fail: 1 }`. */
function readCounts (line) {
  const found = [...line.matchAll(/(pass|fail|skip|todo): (\d+)/g)]
  return Object.fromEntries(found.map(([, name, count]) => [name, Number(count)]))
}

/** Starts a process in a group of its own, so that nothing of it is left after an interruption. */
function start (environment, signal) {
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, 'worker.js')], {
    // Each file has a time limit of its own.
    env: { ...process.env, ...environment, TAP_TIMEOUT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    detached: true
  })
  const interrupt = () => {
    killGroup(child, signal.reason)
    setTimeout(killGroup, killAfterMs, child, 'SIGKILL').unref()
  }
  signal.addEventListener('abort', interrupt)
  child.once('close', () => signal.removeEventListener('abort', interrupt))
  // Processes that are left running would keep its output open.
  child.once('exit', () => killGroup(child, 'SIGKILL'))
  if (signal.aborted) interrupt()
  return child
}

function killGroup (child, name) {
  try {
    process.kill(-Number(child.pid), name)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
