import type { Check } from './check.js'
import { address } from './checks/address.js'
import { administrators } from './checks/administrators.js'
import { clock } from './checks/clock.js'
import { database } from './checks/database.js'
import { folders } from './checks/folders.js'
import { index } from './checks/index.js'
import { media } from './checks/media.js'
import { migrations } from './checks/migrations.js'
import { node } from './checks/node.js'
import { port } from './checks/port.js'
import { programs } from './checks/programs.js'
import { settings } from './checks/settings.js'

/** All checks, in the order in which they run. */
export const checks: readonly Check[] = [
  settings, node, programs, folders, database, migrations, clock, port, address, administrators, index, media
]
