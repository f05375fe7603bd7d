import { Type } from '@sinclair/typebox'
import { described, Nullable } from '../http/schemas.js'
import { Checksum } from '../media/schema.js'
import { descriptions, idOf } from '../openapi/descriptions.js'
import { samples } from '../openapi/samples.js'
import { arrivalStatuses } from './arrivals/statuses.js'
import { afterwards, changes, directions, subfolders, type ValuesOfGroups } from './definitions/rules.js'

const text = Type.String()
const integer = Type.Integer()
const flag = Type.Boolean()
const texts = Type.Unsafe<readonly string[]>(Type.Array(text))
const choice = <const Value extends string>(values: readonly Value[]) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values] })

/** What the parameters mean. */
export const says = {
  direction: 'Direction of the files: `in` or `out`.',
  location: 'Name of the location where its folder is; null if files come by uploads and links.',
  path: 'Path of its folder below the location, with slashes; empty for the location itself.',
  projectId: 'Id of the project that assets are put into; null for none.',
  subfolders: '`ignore` puts all assets into the project; `create` puts them into subprojects by their folders, which are made where missing.',
  category: 'Category of new assets.',
  tags: 'Tags of new assets.',
  customFields: 'Values of custom fields of new assets, by the ids of their groups and fields.',
  only: 'Patterns of `*` and `?`, of which one must match: of names or, with `/`, of paths. None: all files are taken.',
  ignore: 'Patterns of what is not taken, whatever `only` says.',
  settle: 'Number of seconds that a file must stay the same before it is taken.',
  after: 'Treatment of a file that is in: `keep`, `move` into the folder `done`, or `delete`.',
  changed: 'Effect of other bytes at the path of an asset: a new `asset`, or a `version` of its file.',
  paused: 'Whether nothing is looked at or begun. What is under way ends.',
  public: 'Whether the drop folder has links that let guests send files.'
}

/** A drop folder as the API shows it. Guests see none. */
export const DropFolder = Type.Object({
  id: described(integer, idOf('drop folder'), 1),
  title: described(text, descriptions.title, 'Camera cards'),
  direction: described(choice(directions), says.direction, 'in'),
  location: described(Nullable(text), says.location, 'ingest'),
  path: described(text, says.path, 'cards'),
  project_id: described(Nullable(text), says.projectId, samples.projectId),
  subfolders: described(choice(subfolders), says.subfolders, 'ignore'),
  category: described(text, says.category, 'films'),
  tags: described(texts, says.tags, ['raw']),
  custom_fields: described(
    Type.Unsafe<ValuesOfGroups>({ type: 'object', additionalProperties: true }), says.customFields, { 1: { 2: 'Harbour' } }
  ),
  only: described(texts, says.only, ['*.mov', '*.mxf']),
  ignore: described(texts, says.ignore, ['proxies/*']),
  settle: described(integer, says.settle, 10),
  after: described(choice(afterwards), says.after, 'keep'),
  changed: described(choice(changes), says.changed, 'asset'),
  paused: described(flag, says.paused, false),
  public: described(flag, says.public, false),
  user_id: described(integer, 'Id of the user who saved it last: it acts as this user, who owns its assets.', 1),
  error: described(Nullable(text), 'Why it halts: its user, the right, its project or its folder is gone. Null if it does not.', null),
  failed: described(integer, 'Number of arrivals that have failed, 1,000 at most.', 0),
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  updated_at: described(text, descriptions.updatedAt, samples.milliseconds)
}, { title: 'DropFolder' })

/** An arrival as the API shows it. Guests see none. */
export const Arrival = Type.Object({
  id: described(text, idOf('arrival'), samples.fileId),
  path: described(text, 'Path of the file below the folder of the drop folder.', 'A001/clip-1.mov'),
  size: described(integer, descriptions.bytes, 4),
  status: described(
    choice(arrivalStatuses),
    'Status. `waiting`: it has been found, or failed and is looked at again. `arriving`: its bytes are read. `done`: it is an asset. `duplicate`: an asset has the same bytes. `left_out`: a folder that is one thing, as the card of a camera. `failed`: it is tried again.',
    'done'
  ),
  progress: described(integer, 'Number of bytes that have arrived.', 4),
  error: described(Nullable(text), 'Reason of the last failure; null without one.', null),
  asset_id: described(Nullable(text), 'Id of the asset; null before, and if you do not see it.', samples.assetId),
  checksum: described(Nullable(Checksum), descriptions.checksum),
  guest: described(Nullable(text), 'Name of the guest who has sent it; null for others.', null),
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  finished_at: described(Nullable(text), 'When it was done, or has failed; null before.', samples.laterMilliseconds)
}, { title: 'Arrival' })
