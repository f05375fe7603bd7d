import type { Database } from './database/database.js'
import { pendingMigrations } from './database/migrations.js'

/** Whether the service can do its work, for whoever decides where to send requests. */
export function createHealth ({ database }: { database: Database }) {
  return {
    /** What is in the way, in a few words each. Empty where the service is ready. */
    async check (): Promise<string[]> {
      try {
        await database.ping()
        const pending = await pendingMigrations(database)
        return pending.length === 0 ? [] : [`migrations are not applied: ${pending.join(', ')}`]
      } catch {
        return ['the database does not answer']
      }
    }
  }
}

export type Health = ReturnType<typeof createHealth>
