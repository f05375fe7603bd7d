import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../basics/paths.js'

/** The version of package.json. */
export const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }

/** How the service names itself in the requests that it sends. */
export const userAgent = `Cutroom/${version}`
