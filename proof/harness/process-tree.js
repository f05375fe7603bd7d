import { readdirSync, readFileSync } from 'node:fs'

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
