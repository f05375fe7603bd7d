/** The contract's two forms of a time, both ISO 8601 in UTC. */

/** To the second: dates of assets and projects. */
export function toSeconds (moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`
}

/** To the millisecond: history, webhooks, field groups. */
export function toMilliseconds (moment: Date): string {
  return moment.toISOString()
}

/** A time as a parameter of a statement: the text that Prisma stores in SQLite, and that PostgreSQL reads as well. */
export function toDatabase (moment: Date): string {
  return `${moment.toISOString().slice(0, -1)}+00:00`
}

/** The first and the last time that both databases hold, in milliseconds since the epoch, with room for a time zone. */
export const FIRST_MOMENT_MS = Date.parse('0001-01-02T00:00:00Z')
export const LAST_MOMENT_MS = Date.parse('9999-12-30T00:00:00Z')
