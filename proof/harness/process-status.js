import { readFileSync } from 'node:fs'
import { ensure } from './failure.js'

/** What Linux tells of another process; elsewhere there is no /proc. */

const SAMPLE_EVERY_MS = 5
/** The kernel's unit for processor time, fixed for programs. */
const TICKS_PER_SECOND = 100

/**
 * The processor time that a process has had so far, on all its threads, in microseconds. NaN where it cannot be known.
 */
export function processorMicroseconds (pid) {
  try {
    // The name of the program stands in brackets and may hold anything.
    const [, , , , , , , , , , , user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim()
      .split(' ')
    return (Number(user) + Number(system)) * 1e6 / TICKS_PER_SECOND
  } catch {
    return NaN
  }
}

/** The memory of a process that is in RAM, in MiB. */
export function residentMebibytes (pid) {
  const match = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  ensure(match !== null, `process ${pid} is gone`)
  return Number(match[1]) / 1024
}

/** Watches a process until `stop`, which returns the most that it had. */
export function watchResident (pid) {
  let peak = residentMebibytes(pid)
  const sample = () => { peak = Math.max(peak, residentMebibytes(pid)) }
  const timer = setInterval(sample, SAMPLE_EVERY_MS)
  return {
    stop () {
      clearInterval(timer)
      sample()
      return peak
    }
  }
}
