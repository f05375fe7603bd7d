import type { Database } from '../database/database.js'
import type { Subject } from './subject.js'

export type Status = 'ok' | 'warning' | 'failure' | 'skipped'

/** What a check has found. */
export interface Finding {
  readonly status: Status
  /** What is so, in a sentence. */
  readonly text: string
  /** What mends it; null if nothing has to be done. */
  readonly mend: string | null
}

/** Looks at one thing, and leaves nothing behind. An error that it throws is a failure. */
export interface Check {
  readonly name: string
  /** The checks without which it cannot look. If one of them has failed, it is skipped. */
  readonly needs?: readonly string[]
  /** Whether it may take longer than others, as it was asked for. */
  readonly mayBeLong?: boolean
  /** The signal aborts when the check has taken too long. */
  look (subject: Subject, signal: AbortSignal): Promise<Finding> | Finding
}

export const ok = (text: string): Finding => ({ status: 'ok', text, mend: null })
export const warning = (text: string, mend: string): Finding => ({ status: 'warning', text, mend })
export const failure = (text: string, mend: string): Finding => ({ status: 'failure', text, mend })
export const skipped = (text: string): Finding => ({ status: 'skipped', text, mend: null })

/** A check of what is in the database. */
export function inDatabase (
  name: string, look: (database: Database, subject: Subject) => Promise<Finding> | Finding
): Check {
  return {
    name,
    needs: ['settings', 'database'],
    look: async (subject) => {
      const database = await subject.database()
      return database === null ? skipped('There is no database yet') : look(database, subject)
    }
  }
}
