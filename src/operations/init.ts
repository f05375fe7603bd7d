import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeFolder } from '../basics/folders.js'
import { projectRoot } from '../basics/paths.js'
import { OperatorMistake } from '../errors.js'
import { readConfig } from '../process/config.js'
import { settingsFile } from '../process/settings-file.js'
import { sqlitePath } from '../database/sqlite-path.js'

const HEAD = `# Every setting, with its default or an example. Remove the # in front of those that you change; the environment takes
# precedence.
`

/**
 * Makes a folder of data, for its user only, with a file of settings, each behind a #. Throws OperatorMistake if there
 * is data.
 */
export async function initialise (folder: string): Promise<{ folder: string, env: string }> {
  const path = resolve(folder)
  const env = settingsFile(path)
  const hasData = new OperatorMistake(`${path} has data already`)
  if (existsSync(sqlitePath(readConfig({ DATA_DIR: path }).DATABASE_URL))) throw hasData
  const settings = behindSigns(await readFile(join(projectRoot, '.env.example'), 'utf8'))
  await makeFolder(path)
  try {
    await writeFile(env, settings, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? hasData : error
  }
  return { folder: path, env }
}

/** The first line is for a checkout. */
function behindSigns (example: string): string {
  return HEAD + example.slice(example.indexOf('\n') + 1).replace(/^(?=[A-Z_]+=)/gm, '# ')
}
