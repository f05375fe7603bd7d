import { createRequire } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import type * as Undici from 'undici'

// Its parser is WebAssembly. Compiling that a second time, better, while it runs takes 29 MiB for a moment, and nothing here gets faster
// by it. The flag holds for the whole process: Prisma's compiler of queries, the other WebAssembly, is as fast without as well.
setFlagsFromString('--liftoff-only')

/**
 * The parts of undici that are used here, by their own paths: the whole of it would take five times as long to load at the start,
 * and 6 MiB more.
 */
const require = createRequire(import.meta.url)

export const Client = require('undici/lib/dispatcher/client.js') as typeof Undici.Client
export const buildConnector = require('undici/lib/core/connect.js') as typeof Undici.buildConnector
export const errors = require('undici/lib/core/errors.js') as typeof Undici.errors
