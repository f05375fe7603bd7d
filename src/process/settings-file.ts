import { join } from 'node:path'
import { config as loadDotenv } from 'dotenv'

/** The file of settings. */
export const SETTINGS_FILE = '.env'

let isRead = false

/**
 * Adds the settings of the file in the working directory, or in a folder of data, to the environment of the process,
 * which takes precedence. The first call counts, as the command has been told the folder and the service has not.
 */
export function readSettingsFile (folder?: string): void {
  if (isRead) return
  isRead = true
  if (folder !== undefined) process.env.DATA_DIR = folder
  loadDotenv({ path: settingsFile(folder), quiet: true })
}

export function settingsFile (folder = ''): string {
  return join(folder, SETTINGS_FILE)
}
