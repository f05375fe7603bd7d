import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../basics/paths.js'

/** The version of package.json. */
export const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }

/** What the build has noted, beside this file: scripts/commit.js. */
const noted = join(import.meta.dirname, 'commit')

/** The commit that was built; `unknown` where the build was not made from a checkout of git or an archive of one. */
export const commit = existsSync(noted) ? readFileSync(noted, 'utf8').trim() : 'unknown'

/** How the service names itself in the requests that it sends. */
export const userAgent = `Cutroom/${version}`
