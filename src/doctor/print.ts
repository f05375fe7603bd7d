import type { Status } from './check.js'
import type { Examination } from './run.js'

const words: Readonly<Record<Status, string>> = { ok: 'ok', warning: 'warn', failure: 'fail', skipped: 'skip' }

/** A line for each check, for people. */
export function toLines ({ checks }: Examination): string {
  const widest = Math.max(...checks.map(({ name }) => name.length))
  return checks.map(({ status, name, text, mend }) =>
    `${words[status].padEnd(4)}  ${name.padEnd(widest)}  ${text}${mend === null ? '' : ` → ${mend}`}\n`).join('')
}
