import type { ItemType, Schemas } from '../api/client.ts'
import type { paths } from '../../client/cutroom.d.ts'

type EventKind = Schemas['EventKind']
type Body = paths['/api/v2/admin/actions']['post']['requestBody']['content']['application/json']
/** A kind of events that may start an action. */
export type StartingKind = NonNullable<Body['trigger_events']>[number]

type OfItems = Extract<EventKind, `ASSET_${string}` | `INCOMING_ASSET_${string}` | `OUTGOING_ASSET_${string}` | `PROJECT_${string}`>

/** Those of items that start nothing, or do not happen here. The compiler names those that are missing. */
const others: Readonly<Record<Exclude<OfItems, StartingKind>, true>> = {
  ASSET_ADDED_CLIP: true,
  ASSET_EDITED_CLIP: true,
  ASSET_REMOVED_CLIP: true,
  ASSET_STARTED_RTSP_STREAM: true,
  ASSET_STARTED_RTMP_STREAM: true,
  ASSET_FINISHED_STREAM: true,
  ASSET_ADDED_CROP: true,
  ASSET_EDITED_CROP: true,
  ASSET_REMOVED_CROP: true,
  ASSET_PURGED: true,
  ASSET_ADDED_ARTICLE: true,
  ASSET_EDITED_ARTICLE: true,
  PROJECT_PURGED: true
}

const NAMES: Readonly<Record<ItemType, RegExp>> = { asset: /^(?:INCOMING_|OUTGOING_)?ASSET_/, project: /^PROJECT_/ }

/** Whether events of a kind may start actions for items of a type. */
export function starts (type: ItemType, kind: EventKind): kind is StartingKind {
  return NAMES[type].test(kind) && !Object.hasOwn(others, kind)
}
