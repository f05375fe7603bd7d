import { readdirSync, readFileSync } from 'node:fs'
import { TICKS_PER_SECOND } from './process-status.js'

/** A process and all its descendants. Linux only. */
export function processTree (pid) {
  /** @type {Map<number, number[]>} */
  const children = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')
      children.set(Number(parent), [...children.get(Number(parent)) ?? [], Number(name)])
    } catch {
      // It is gone.
    }
  }
  const tree = [pid]
  for (const one of tree) tree.push(...children.get(one) ?? [])
  return tree
}

/**
 * The processor time of a process, of all that it has started, and of those that have ended, in seconds. 0 where there
 * is no /proc.
 */
export function processorSecondsOfTree (pid) {
  if (process.platform !== 'linux') return 0
  const ticks = processTree(pid).flatMap((one) => {
    try {
      // The name of the program is in brackets, and may contain anything.
      return readFileSync(`/proc/${one}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ').slice(11, 15).map(Number)
    } catch {
      return 0
    }
  })
  return ticks.reduce((sum, count) => sum + count, 0) / TICKS_PER_SECOND
}

/** Sends a signal to a process and all its descendants, parents first, so that none is started meanwhile. */
export function signalTree (pid, signal) {
  for (const one of processTree(pid)) {
    try {
      process.kill(one, signal)
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
  }
}

/**
 * The command lines of processes that contain each of these texts. Linux only.
 * @param {...string} texts
 */
export function programsWith (...texts) {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(commandOf)
    .filter((command) => texts.every((text) => command.includes(text)))
}

function commandOf (id) {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    // It is gone.
    return ''
  }
}
