import { given } from './failure.js'

/**
 * What a run leaves behind must go, however the run ends. Each thing is closed in two ways: in order and with patience
 * at the end, or at once when the process is leaving already.
 */

/** @type {Array<{ close: () => Promise<void> | void, abandon: () => void }>} */
const open = []

/**
 * Registers something to close, which is closed before everything that was registered earlier.
 * @param {() => Promise<void> | void} close
 * @param {() => void} [abandon] the same, at once: nothing that it starts can be waited for
 * @returns {() => Promise<void>} closes it now
 */
export function closeLater (close, abandon = () => {}) {
  const entry = { close, abandon }
  open.push(entry)
  return async () => {
    const index = open.indexOf(entry)
    if (index === -1) return
    await entry.close()
    if (open.includes(entry)) open.splice(open.indexOf(entry), 1)
  }
}

let closing = null

/** Closes everything, the latest first. A failure is reported and stops nothing. */
export function closeAll () {
  closing ??= closeDownTo(0)
  return closing
}

/** Whether the run is over: what servers say now interests nobody. */
export function isClosing () {
  return closing !== null
}

/**
 * Does some work, and closes what it has opened when it ends, however it ends.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function scoped (work) {
  const before = open.length
  try {
    return await work()
  } finally {
    await (closing ?? closeDownTo(before))
  }
}

async function closeDownTo (count) {
  while (open.length > count) {
    const entry = given(open.at(-1))
    try {
      await entry.close()
    } catch (error) {
      process.stderr.write(`closing: ${error.message}\n`)
      entry.abandon()
    }
    if (open.includes(entry)) open.splice(open.indexOf(entry), 1)
  }
}

/** Makes an interrupted run clean up too. A second signal, or an end that nobody foresaw, abandons what is left. */
export function closeOnSignal () {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (isClosing()) process.exit(130)
      closeAll().finally(() => process.exit(130))
    })
  }
  process.on('exit', () => {
    for (const entry of open.splice(0).reverse()) entry.abandon()
  })
}
