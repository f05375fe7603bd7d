import type { Schemas } from '../api/client.ts'
import { emailOf } from './people.ts'

type Entry = Pick<Schemas['HistoryEntry'], 'event' | 'targets'>

const words: Readonly<Record<string, string>> = {
  ADDED: 'added this',
  EDITED_METADATA: 'changed the details',
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

/** The text of a history entry, after the name of its user. */
export function inWords ({ event, targets }: Entry, type: 'asset' | 'project'): string {
  const { user_id: user } = targets as { user_id?: number }
  if (event === 'USER_LINKED') return `made ${emailOf(user ?? 0)} a member`
  if (event === 'USER_UNLINKED') return `took ${emailOf(user ?? 0)} out of the members`
  const prefix = `${type.toUpperCase()}_`
  const own = event.startsWith(prefix) ? words[event.slice(prefix.length)] : undefined
  return own ?? event.toLowerCase().replaceAll('_', ' ')
}
