import { stat } from 'node:fs/promises'
import { digest } from '../basics/secrets.js'
import { listAccounts } from '../access/accounts.js'
import { accountsWithoutAdministrator, waysBack } from '../access/administrators.js'
import { deprecations, type Config } from './config.js'
import { isLoopbackHost } from './loopback.js'
import { spelled } from './location-settings.js'
import { filmWarnings, previewWarnings } from './previews.js'
import type { Database } from '../database/database.js'
import { sqlitePath } from '../database/sqlite-path.js'
import { OperatorMistake } from '../errors.js'
import { statement } from '../database/sql.js'

/** $1 hash */
const validKey = statement('valid_key', () => `
  SELECT 1 FROM api_keys k JOIN users u ON u.id = k.user_id WHERE k.hash = $1 AND k.revoked_at IS NULL
    AND u.disabled_at IS NULL`)

/** Warnings about settings and data, in a sentence each. The service starts all the same. */
export async function startWarnings (
  config: Config, database: Database, toGo: readonly string[] = deprecations(process.env)
): Promise<string[]> {
  const warnings = [...previewWarnings(), ...filmWarnings(config), ...toGo]
  if (!await isKeyValid(config, database)) {
    warnings.push('ADMIN_API_KEY is no valid key, and is ignored: it counts at the first start only. cutroom key add makes another key')
  }
  warnings.push(...reachWarnings(config))
  if (await isReadByOthers(config)) {
    warnings.push(`Other users of this machine may read ${sqlitePath(config.DATABASE_URL)}, which has secrets: chmod 600 ends that`)
  }
  const ways = { passwords: config.PASSWORDS }
  warnings.push(...await locationWarnings(config, database))
  for (const { name } of await accountsWithoutAdministrator(database, ways)) {
    warnings.push(`Nobody can administer the account ${name}: none of its administrators has ${waysBack(ways)}. cutroom key add --email makes one`)
  }
  return warnings
}

/** Whether ADMIN_API_KEY lets somebody in, if it is set. */
export async function isKeyValid ({ ADMIN_API_KEY: key }: Config, { reads }: Database): Promise<boolean> {
  return key === undefined || await reads.sql.first(validKey, [digest(key)]) !== undefined
}

/**
 * Locations of accounts that are not there. Throws OperatorMistake if the first account has one by its name, and
 * another one of the same name without it.
 */
async function locationWarnings ({ LOCATIONS: locations }: Config, database: Database): Promise<string[]> {
  if (locations.every(({ account }) => account === null)) return []
  const accounts = await listAccounts(database)
  const twice = locations.find(({ account, name }) => account === accounts[0]?.name &&
    locations.some((other) => other.account === null && other.name === name))
  if (twice !== undefined) throw new OperatorMistake(`LOCATIONS: ${spelled(twice)} is there twice: ${twice.name} is of the first account, ${twice.account}`)
  const known = new Set<string | null>([null, ...accounts.map(({ name }) => name)])
  return locations.filter(({ account }) => !known.has(account))
    .map((location) => `LOCATIONS: ${spelled(location)} is of nobody: there is no account ${location.account}`)
}

/** Others who reach the service would have it reach this machine. */
export function reachWarnings (config: Config): string[] {
  if (config.NODE_ENV === 'production') return []
  if (!isLoopbackHost(config.HOST)) {
    return [`HOST is ${config.HOST}, which others may reach, and ${machineInReach(config)}`]
  }
  return isBehindProxy(config)
    ? [`PUBLIC_URL is ${config.PUBLIC_URL}, by which others reach this service, and ${machineInReach(config)}`]
    : []
}

const machineInReach = ({ NODE_ENV }: Config) =>
  `NODE_ENV is ${NODE_ENV}: webhooks and media may reach this machine itself. NODE_ENV=production ends that`

/** Whether a proxy on this machine passes on what others send. */
function isBehindProxy ({ PUBLIC_URL: url }: Config): boolean {
  return url !== undefined && !isLoopbackHost(new URL(url).hostname)
}

/** Whether a database file, as older versions have made it, can be read by everybody. */
export async function isReadByOthers ({ DATABASE_URL: url }: Config): Promise<boolean> {
  if (!url.startsWith('file:') || process.platform === 'win32') return false
  const mode = await stat(sqlitePath(url)).then((found) => found.mode, () => 0)
  return (mode & 0o004) !== 0
}
