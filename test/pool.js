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
  // With a large young heap from the start, the tests' garbage is collected less often: a sixth less processor time.
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
  // Prisma's compiler of queries is not optimised: optimising takes longer than it then runs.
  '--liftoff-only'
]

/**
 * Runs test files in several processes. Files of `alone` have one each; the others share some. One process at a time
 * runs files of `heavy`.
 * @param {object} work
 * @param {string[]} work.alone
 * @param {string[]} work.heavy files that use a browser or ffmpeg, which need a core of their own
 * @param {string[]} work.shared
 * @param {number} work.jobs concurrent processes
 * @param {Record<string, string>} work.environment
 * @param {AbortSignal} work.signal ends them. Its reason is the name of a signal
 * @param {ReturnType<import('./output.js').createOutput>} work.output
 */
export async function runFiles ({ alone, heavy, shared, jobs, ...options }) {
  const runNext = async (queues) => {
    for (;;) {
      const queue = queues.find((files) => files.length > 0)
      if (options.signal.aborted || queue === undefined) return
      await runProcess(queue === alone ? alone.splice(0, 1) : queue, options)
    }
  }
  const others = Array.from({ length: jobs - 1 }, () => runNext([alone, shared]))
  await Promise.all([runNext([heavy, alone, shared]), ...others])
}

/** Takes files from the front, until there are none or the process has run enough. */
async function runProcess (files, { environment, signal, output }) {
  const child = start(environment, signal)
  const closed = once(child, 'close')
  let left = filesOfProcess
  /** The files that have begun, in their order; the last one is running. */
  const begun = []
  let isRunning = false
  let before = 0
  let giveUp
  const handOver = () => {
    const next = left-- > 0 ? files.shift() ?? null : null
    isRunning = next !== null
    if (isRunning) begun.push({ path: next, lines: [], processorSeconds: 0 })
    if (child.connected) child.send({ file: next })
    if (!isRunning) giveUp ??= setTimeout(killGroup, endsWithinMs, child, 'SIGKILL')
  }
  let counted = {}
  child.on('message', (/** @type {any} */ { ended, counts, costs }) => {
    if (ended === undefined) return
    const now = processorSecondsOfTree(child.pid)
    begun.at(-1).processorSeconds = now - before
    before = now
    counted = { counts, costs }
    handOver()
  })
  // Its output arrives apart from its messages, and may be late. Each file begins with a line of its own.
  let printed = -1
  const read = (line) => {
    if (line === `# Subtest: ${begun[printed + 1]?.path}`) {
      if (printed >= 0) output.file(begun[printed])
      printed++
    }
    if (printed >= 0 && !/^(TAP|1\.\.|# (?!Subtest: )|$)/.test(line)) begun[printed].lines.push(line)
  }
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    const received = (rest + text).split('\n')
    rest = received.pop() ?? ''
    received.forEach(read)
  })
  handOver()
  const [code, killedBy] = await closed
  clearTimeout(giveUp)
  const end = `its process has ended (${killedBy ?? code})`
  for (const file of begun.slice(Math.max(printed, 0))) {
    const isCut = file === begun.at(-1) && (isRunning || killedBy !== null)
    if (!isCut) output.file(file)
    else if (!signal.aborted) output.file({ ...file, lines: [...file.lines, `not ok 1 - ${file.path} # ${end} # time=0ms`] })
  }
  output.count(counted)
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
