import type { Check } from './check.js'
import { address } from './checks/address.js'
import { administrators } from './checks/administrators.js'
import { backup } from './checks/backup.js'
import { bucket } from './checks/bucket.js'
import { clock } from './checks/clock.js'
import { database } from './checks/database.js'
import { dropFolders } from './checks/drop-folders.js'
import { folders } from './checks/folders.js'
import { index } from './checks/index.js'
import { mail } from './checks/mail.js'
import { media } from './checks/media.js'
import { migrations } from './checks/migrations.js'
import { node } from './checks/node.js'
import { port } from './checks/port.js'
import { programs } from './checks/programs.js'
import { provider } from './checks/provider.js'
import { publicAddress } from './checks/public.js'
import { settings } from './checks/settings.js'
import { upgrade } from './checks/upgrade.js'

/** Each list is in the order in which the checks run. */
const always: readonly Check[] = [
  settings, node, programs, folders, database, migrations, upgrade, clock, port, address, administrators, index,
  media, dropFolders
]

/** They ask other machines. */
const online: readonly Check[] = [mail, provider, bucket, publicAddress]

export interface Asked {
  readonly online: boolean
  readonly backup?: string | undefined
}

/** The checks that were asked for. */
export function checksFor (asked: Asked): readonly Check[] {
  return [...always, ...asked.online ? online : [], ...asked.backup === undefined ? [] : [backup]]
}
