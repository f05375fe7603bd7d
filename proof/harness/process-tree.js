import { readdirSync, readFileSync } from 'node:fs'
import { readStat } from './process-status.js'

/** A process and all its descendants. Linux only. */
export function processTree (pid) {
  /** @type {Map<number, number[]>} */
  const children = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = readStat(name)
    if (stat !== null) children.set(stat.parent, [...children.get(stat.parent) ?? [], Number(name)])
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
  return processTree(pid).map(readStat).reduce((sum, stat) => sum + (stat === null ? 0 : stat.own + stat.ofEnded), 0)
}

/** Sends a signal to a process and all its descendants, parents first, so that no new ones are started. */
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
