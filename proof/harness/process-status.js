import { readFileSync } from 'node:fs'
import { ensure } from './failure.js'

/** Figures of another process, from /proc, which only Linux has. */

/** Why nothing can be told of other processes here; null if it can. */
export const lacksProcessStatus = () =>
  process.platform === 'linux' ? null : 'what a process needs is read from /proc, which is not here'

const SAMPLE_EVERY_MS = 5
/** The kernel's unit of processor time, constant for programs. */
export const TICKS_PER_SECOND = 100

/** The processor time of a process so far, on all its threads, in microseconds. NaN if it is unknown. */
export function processorMicroseconds (pid) {
  try {
    // The name of the program is in brackets, and may contain anything.
    const [, , , , , , , , , , , user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim()
      .split(' ')
    return (Number(user) + Number(system)) * 1e6 / TICKS_PER_SECOND
  } catch {
    return NaN
  }
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
