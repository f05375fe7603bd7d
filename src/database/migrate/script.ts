/** Remarks, strings, and names in quotes. */
const PARTS = /--[^\n]*|\/\*[\s\S]*?\*\/|\bE'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|"(?:[^"]|"")*"/gi

const NAME = String.raw`(?:(?:"(?:[^"]|"")*"|\w+)\.)?(?:"(?:[^"]|"")*"|\w+)`
const TABLE = new RegExp(
  String.raw`\b(?:(?:TABLE|DROP INDEX)(?: CONCURRENTLY)?(?: IF(?: NOT)? EXISTS)?|ON(?! (?:DELETE|UPDATE)\b)|(?<!\bON )UPDATE|INTO|FROM|JOIN|REFERENCES)(?: ONLY)? (${NAME})`,
  'gi'
)
const INDEX = new RegExp(
  String.raw`^CREATE(?: UNIQUE)? INDEX CONCURRENTLY (?:IF NOT EXISTS )?(${NAME}) ON (?:ONLY )?(${NAME})`, 'i'
)

/** The script on one line, without remarks, and with empty strings. */
function bare (script: string): string {
  return script.replace(PARTS, (part) => {
    if (part.startsWith('"')) return part
    return part.startsWith('--') || part.startsWith('/*') ? ' ' : "''"
  }).replace(/\s+/g, ' ').trim()
}

/** Whether PostgreSQL runs the script outside of a transaction only. */
export function isConcurrent (script: string): boolean {
  return /\bCONCURRENTLY\b/i.test(bare(script))
}

export function isOneStatement (script: string): boolean {
  return bare(script).split(';').filter((statement) => statement.trim() !== '').length === 1
}

/** Names, as they are written. */
export interface ConcurrentIndex {
  readonly index: string
  readonly table: string
}

/** The index that a script makes concurrently. */
export function concurrentIndex (script: string): ConcurrentIndex | null {
  const found = INDEX.exec(bare(script))
  return found === null ? null : { index: found[1]!, table: found[2]! }
}

/** The names behind which a script may have its tables, or indexes that it drops, as they are written. */
export function tablesIn (script: string): string[] {
  return [...new Set([...bare(script).matchAll(TABLE)].map((found) => found[1]!))]
}
