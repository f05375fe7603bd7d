import { readFileSync } from 'node:fs'
import { ensure } from './failure.js'

/** Figures of another process, from /proc, which only Linux has. */

/** Why figures of other processes cannot be read here; null if they can. */
export const lacksProcessStatus = () =>
  process.platform === 'linux' ? null : 'what a process needs is read from /proc, which is not here'

const SAMPLE_EVERY_MS = 5
/** The kernel's unit of processor time, constant for programs. */
const TICKS_PER_SECOND = 100

/**
 * A process: its parent, and the processor time of its threads and of what it has started and seen end, in seconds.
 * Null if it is gone, or where there is no /proc.
 * @param {number | string} pid
 */
export function readStat (pid) {
  try {
    // The name of the program is in brackets, and may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ').map(Number)
    const seconds = (first) => fields.slice(first, first + 2).reduce((sum, ticks) => sum + ticks) / TICKS_PER_SECOND
    return { parent: /** @type {number} */ (fields[1]), own: seconds(11), ofEnded: seconds(13) }
  } catch {
    return null
  }
}

/** The processor time of a process so far, on all its threads, in microseconds. NaN if it is unknown. */
export function processorMicroseconds (pid) {
  return (readStat(pid)?.own ?? NaN) * 1e6
}

/** The resident memory of a process, in MiB. */
export function residentMebibytes (pid) {
  const match = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  ensure(match !== null, `process ${pid} is gone`)
  return Number(match[1]) / 1024
}

/** Samples the resident memory of a process until `stop`, which returns the peak. */
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
