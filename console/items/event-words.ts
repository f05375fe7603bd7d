import type { Schemas } from '../api/client.ts'
import { groups } from '../find/names.ts'
import { fieldNames } from './item.ts'
import { whoIs } from './people.ts'

type Entry = Pick<Schemas['HistoryEntry'], 'event' | 'targets' | 'fields'>

/** Events of the service's own work on a file, whoever they name as their user. */
const MACHINE = /_FINISHED_INGEST$|_REMOVED_MEDIA$|_ANALYSIS$|_FINISHED_(?:IMAGE|DOCUMENT|AUDIO)_|_PROXY_MP4$/

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
  REMOVE_MEDIA_QUEUED: 'removed the file',
  REMOVED_MEDIA: 'keeps no bytes of the file',
  UPDATED_INGEST: 'could not fetch the file',
  STARTED_ANALYSIS: 'began to look into the file',
  FINISHED_ANALYSIS: 'has looked into the file',
  FINISHED_IMAGE_THUMBNAIL: 'made a thumbnail',
  FINISHED_IMAGE_PREVIEW: 'made a preview',
  DOWNLOADED: 'downloaded the file',
  ADDED_FIELD_GROUP: 'filled in fields',
  EDITED_FIELD_GROUP: 'changed fields',
  REMOVED_FIELD_GROUP: 'cleared fields',
  ADDED_COMMENT: 'commented on this',
  EDITED_COMMENT: 'changed a comment',
  REMOVED_COMMENT: 'removed a comment',
  ADDED_APPROVAL: 'asked for an approval',
  APPROVED: 'approved this',
  REJECTED: 'rejected this',
  ADDED_FAVORITE: 'added this to their favorites',
  REMOVED_FAVORITE: 'removed this from their favorites',
  ADDED_TO_COLLECTION: 'put this into a collection',
  REMOVED_FROM_COLLECTION: 'took this out of a collection',
  ADDED_SHAREABLE_LINK: 'made a link to share this',
  SHARED_LINK: 'opened the link for the first time',
  PUBLISHED: 'published this',
  ADDED_ATTACHMENT: 'added an attachment',
  REMOVED_ATTACHMENT: 'removed an attachment',
  ADDED_THUMBNAIL_ASSET: 'chose the picture of this',
  REMOVED_THUMBNAIL_ASSET: 'removed the picture of this'
}

/** Events of runs of actions: `step` is that which was handed out. */
const ofRuns: Readonly<Record<string, (step: string) => string>> = {
  STARTED_DAG_ACTION_RUN: () => 'began a run of an action',
  UPDATED_DAG_ACTION_RUN: (step) => `handed out the step ${step}`,
  COMPLETED_DAG_ACTION_RUN: () => 'ended a run of an action'
}

/** Events that name a user, as members do. */
const ofUsers: Readonly<Record<string, (name: string) => string>> = {
  USER_LINKED: (name) => `made ${name} a member`,
  USER_UNLINKED: (name) => `took ${name} out of the members`,
  USER_ROLE_EDITED: (name) => `changed the role of ${name}`,
  USER_GROUP_LINKED: (name) => `added ${name}`,
  USER_GROUP_UNLINKED: (name) => `removed ${name}`
}

/** Which fields, or which group of them. */
function whatOf ({ targets, fields }: Pick<Entry, 'targets' | 'fields'>): string {
  if (fields !== null && fields !== undefined) return fields.map(nameOf).join(', ')
  return groups.value?.find(({ id }) => id === targets.field_group_id)?.name ?? ''
}

function nameOf (field: string): string {
  return fieldNames[field] ?? field.replaceAll('_', ' ')
}

/** Of a project, what was done with something in it: before and after its name. */
export const ofContents: Readonly<Record<string, readonly [before: string, after: string]>> = {
  ASSET_LINKED: ['put', 'in here'],
  ASSET_UNLINKED: ['took', 'out of here']
}

/** The text of a history entry, after the name of who did it. */
export function inWords ({ event, targets, fields }: Entry, type: 'asset' | 'project'): string {
  const { user_id: user, step = '' } = targets as { user_id?: number, step?: string }
  const ofRun = ofRuns[event]
  if (ofRun !== undefined) return ofRun(step)
  if (event === 'INCOMING_ASSET_ADDED_TO_DROP_FOLDER') return 'has this by a drop folder'
  const ofUser = ofUsers[event]
  if (ofUser !== undefined) return ofUser(user === undefined ? 'a group' : whoIs(user))
  const prefix = `${type.toUpperCase()}_`
  const own = event.startsWith(prefix) ? words[event.slice(prefix.length)] : undefined
  const what = whatOf({ targets, fields })
  return `${own ?? `did: ${event.toLowerCase().replaceAll('_', ' ')}`}${what === '' ? '' : `: ${what}`}`
}
