import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './paths.js'

/** The version of package.json. */
export const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }

/** Written by the build: scripts/commit.js. */
const noted = join(import.meta.dirname, 'commit')

/** The commit of the build; `unknown` if it was not built from a checkout or an archive of git. */
export const commit = existsSync(noted) ? readFileSync(noted, 'utf8').trim() : 'unknown'

/** The User-Agent of outgoing requests. */
export const userAgent = `Cutroom/${version}`
