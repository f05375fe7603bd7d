import type { Schemas } from '../api/client.ts'
import { groups } from '../find/names.ts'
import { fieldNames } from './item.ts'
import { emailOf } from './people.ts'

type Entry = Pick<Schemas['HistoryEntry'], 'event' | 'targets' | 'fields'>

/** Events of the service's own work on a file, whoever they name as their user. */
const MACHINE = /_FINISHED_INGEST$|_ANALYSIS$|_FINISHED_(?:IMAGE|DOCUMENT|AUDIO)_|_PROXY_MP4$/

export function isMachineStep ({ event }: { readonly event: string }): boolean {
  return MACHINE.test(event)
}

const words: Readonly<Record<string, string>> = {
  ADDED: 'added this',
  EDITED_METADATA: 'changed the details',
  UPDATED_PROXY_MP4: 'began to make a film that plays anywhere',
  FINISHED_PROXY_MP4: 'made a film that plays anywhere',
  FINISHED_AUDIO_PROXY: 'made a sound that plays anywhere',
  FINISHED_AUDIO_WAVEFORM: 'made a waveform',
  FINISHED_DOCUMENT_PREVIEW: 'made a preview',
  REMOVED: 'moved this to the trash',
  RESTORED: 'restored this',
  PURGED: 'deleted this for good',
  LINKED: 'put this into a project',
  UNLINKED: 'took this out of a project',
  STARTED_INGEST: 'attached a file',
  FINISHED_INGEST: 'has the file',
  UPDATED_INGEST: 'could not fetch the file',
  STARTED_ANALYSIS: 'began to look into the file',
  FINISHED_ANALYSIS: 'has looked into the file',
  FINISHED_IMAGE_THUMBNAIL: 'made a thumbnail',
  FINISHED_IMAGE_PREVIEW: 'made a preview',
  DOWNLOADED: 'downloaded the file',
  ADDED_FIELD_GROUP: 'filled in fields',
  EDITED_FIELD_GROUP: 'changed fields',
  REMOVED_FIELD_GROUP: 'cleared fields'
}

/** Which fields, or which group of them. */
function whatOf ({ targets, fields }: Pick<Entry, 'targets' | 'fields'>): string {
  if (fields !== null && fields !== undefined) return fields.map(nameOf).join(', ')
  return groups.value?.find(({ id }) => id === targets.field_group_id)?.name ?? ''
}

function nameOf (field: string): string {
  return fieldNames[field] ?? field.replaceAll('_', ' ')
}

/** The text of a history entry, after the name of its user. */
export function inWords ({ event, targets, fields }: Entry, type: 'asset' | 'project'): string {
  const { user_id: user } = targets as { user_id?: number }
  if (event === 'USER_LINKED') return `made ${emailOf(user ?? 0)} a member`
  if (event === 'USER_UNLINKED') return `took ${emailOf(user ?? 0)} out of the members`
  if (type === 'project' && event === 'ASSET_LINKED') return 'put an asset in here'
  if (type === 'project' && event === 'ASSET_UNLINKED') return 'took an asset out of here'
  const prefix = `${type.toUpperCase()}_`
  const own = event.startsWith(prefix) ? words[event.slice(prefix.length)] : undefined
  const what = whatOf({ targets, fields })
  return `${own ?? event.toLowerCase().replaceAll('_', ' ')}${what === '' ? '' : `: ${what}`}`
}
