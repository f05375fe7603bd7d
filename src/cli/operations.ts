import { readConfig } from '../process/config.js'
import { createLogger } from '../process/logger.js'
import { createProgress } from '../operations/progress.js'
import type { ImportFormat, ImportOptions } from '../transfer/import/rows.js'
import type { UploadOptions } from './upload.js'

/**
 * Operations on the whole database and its files. The command prints their results. All may throw OperatorMistake.
 */
export interface Operations {
  initialise (folder: string): Promise<unknown>
  /** Undefined if lines for people are printed. */
  examine (options: { json: boolean, online: boolean, backup?: string, data?: string }): Promise<unknown>
  backUp (options: { to: string, force: boolean }): Promise<unknown>
  restore (options: { from: string, force: boolean }): Promise<unknown>
  copy (options: { to: string }): Promise<unknown>
  verifyMedia (options: { quick: boolean }): Promise<unknown>
  analyseMedia (options: { again: boolean }): Promise<unknown>
  renewHistory (): Promise<unknown>
  showUpgrade (): Promise<unknown>
  completeUpgrade (): Promise<unknown>
  rebuildIndex (): Promise<unknown>
  verifyIndex (): Promise<unknown>
  /** Undefined if the items themselves are printed. */
  exportItems (
    options: { format: 'ndjson' | 'csv', for?: string, to?: string, force: boolean, email?: string }
  ): Promise<unknown>
  importFile (options: ImportOptions & { file: string, format?: ImportFormat, email: string }): Promise<unknown>
  upload (options: UploadOptions): Promise<unknown>
  /** Resolves when its input ends. It prints by itself. */
  serveMcp (options: { write: boolean }): Promise<void>
}

/** Each operation is loaded on demand: the other commands do not need its modules. */
export function createOperations (environment: NodeJS.ProcessEnv): Operations {
  const databaseUrl = () => readConfig(environment).DATABASE_URL
  const progress = createProgress()
  return {
    initialise: async (folder) => (await import('../operations/init.js')).initialise(folder),
    examine: async ({ json, ...options }) => {
      const found = await (await import('../doctor/doctor.js')).examine(environment, options)
      if (!found.ok) process.exitCode = 1
      if (json || !process.stdout.isTTY) return found
      process.stdout.write((await import('../doctor/print.js')).toLines(found))
    },
    backUp: async (options) =>
      (await import('../operations/backup.js')).backUp({ databaseUrl: databaseUrl(), progress, ...options }),
    restore: async (options) =>
      (await import('../operations/restore.js')).restore({
        databaseUrl: databaseUrl(),
        progress,
        log: createLogger(readConfig(environment), process.stderr),
        ...options
      }),
    copy: async ({ to }) => {
      const answer = await (await import('../operations/copy/command.js')).copyDatabase({
        from: databaseUrl(),
        to,
        progress
      })
      if (!answer.complete) {
        process.stderr.write('The service has written since the copy began. Stop it and run this command again.\n')
      }
      return answer
    },
    verifyMedia: async (options) => {
      const { missing, damaged, orphaned, ...rest } = await (await import('../media/housekeeping/verify-command.js'))
        .verifyStoredMedia(readConfig(environment), options)
      if (missing.length + damaged.length + orphaned.length > 0) process.exitCode = 1
      return { ...rest, missing, damaged, orphaned }
    },
    analyseMedia: async ({ again }) =>
      (await import('../operations/analyse.js')).analyseStoredMedia(readConfig(environment), { again, progress }),
    showUpgrade: async () => (await import('../upgrade/commands.js')).showUpgrade(databaseUrl()),
    completeUpgrade: async () => (await import('../upgrade/commands.js')).completeUpgrade(databaseUrl()),
    renewHistory: async () => (await import('../operations/history.js')).renewStoredHistory(databaseUrl()),
    rebuildIndex: async () => (await import('../operations/search.js')).rebuildStoredIndex(databaseUrl(), progress),
    verifyIndex: async () => {
      const answer = await (await import('../operations/search.js')).verifyStoredIndex(databaseUrl())
      if (answer.missing.length + answer.outdated.length + answer.orphaned.length > 0) process.exitCode = 1
      return answer
    },
    exportItems: async (options) => {
      const totals = await (await import('../operations/export.js')).exportItems({
        databaseUrl: databaseUrl(),
        progress,
        ...options
      })
      if (options.to !== undefined) return totals
      process.stderr.write(`${JSON.stringify(totals)}\n`)
    },
    importFile: async (options) => {
      const answer = await (await import('../operations/import.js')).importFile({
        databaseUrl: databaseUrl(),
        progress,
        ...options
      })
      if (answer.status !== 'done' || answer.failed > 0) process.exitCode = 1
      return answer
    },
    upload: async (options) => (await import('./upload.js')).upload(environment, progress, options),
    serveMcp: async (options) => (await import('../mcp/command.js')).serveMcp(environment, options)
  }
}
