import { Type, type TObject, type TSchema } from '@sinclair/typebox'
import type { EventKind } from '#src/core/events/kinds.js'
import { described } from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import { Approval } from '../../../assets/_asset_id/approvals/schemas.js'
import { Attachment } from '../../../assets/_asset_id/attachments/schemas.js'
import { Comment } from '../../../assets/_asset_id/comments/schemas.js'
import { Collection } from '../../../collections/schemas.js'
import { Asset, GUEST_LINK, Project, samples } from '../../../schemas.js'

/** What each kind of event tells a webhook: the kinds are those of the table in docs/webhooks.md. */

/** What it happened to, by name. */
const targets = {
  asset_id: described(Type.String(), idOf('asset'), samples.assetId),
  project_id: described(Type.String(), idOf('project'), samples.projectId),
  to_project_id: described(Type.String(), descriptions.toProjectId, samples.projectId),
  user_id: described(Type.Integer(), idOf('user'), 2),
  api_key_id: described(Type.Integer(), idOf('key'), 4),
  field_group_id: described(Type.Integer(), idOf('field group'), 1),
  field_id: described(Type.Integer(), idOf('field'), 1),
  comment_id: described(Type.Integer(), idOf('comment'), 12),
  attachment_id: described(Type.Integer(), idOf('attachment'), 7),
  approval_id: described(Type.Integer(), idOf('approval'), 3),
  collection_id: described(Type.Integer(), idOf('collection'), 1),
  link_id: described(Type.Integer(), GUEST_LINK, 1),
  webhook_id: described(Type.Integer(), idOf('webhook'), 1),
  notification_id: described(Type.Integer(), idOf('notification'), 1),
  change: described(Type.String(), 'Kind of change: `password`, `invitation`, `reset`, `provider` or `name`.', 'password')
}

/** The things that `data` shows, as the API showed them at that moment. */
export const things = {
  asset: Asset,
  project: Project,
  comment: Comment,
  attachment: Attachment,
  approval: Approval,
  collection: Collection
}

type Target = keyof typeof targets
type Thing = keyof typeof things

interface EventForm {
  /** What it always has, and what only some have: these end with a `?`. */
  readonly targets: ReadonlyArray<Target | `${Target}?`>
  readonly data: readonly Thing[]
}

const asset = { targets: ['asset_id'], data: ['asset'] } as const
const project = { targets: ['project_id'], data: ['project'] } as const
const user = { targets: ['user_id'], data: [] } as const
const group = { targets: ['field_group_id'], data: [] } as const
const field = { targets: ['field_group_id', 'field_id'], data: [] } as const
const collection = { targets: ['collection_id'], data: ['collection'] } as const
const member = { targets: ['project_id', 'user_id'], data: ['project'] } as const

function also (form: EventForm, targets: EventForm['targets'], data: readonly Thing[] = []): EventForm {
  return { targets: [...form.targets, ...targets], data: [...form.data, ...data] }
}

const forms: Partial<Record<EventKind, EventForm>> = {
  ASSET_ADDED: asset,
  ASSET_EDITED_METADATA: asset,
  ASSET_REMOVED: asset,
  ASSET_RESTORED: asset,
  ASSET_PURGED: asset,
  ASSET_LINKED: also(asset, ['project_id']),
  ASSET_UNLINKED: also(asset, ['project_id']),
  ASSET_STARTED_INGEST: asset,
  ASSET_FINISHED_INGEST: asset,
  ASSET_UPDATED_INGEST: asset,
  ASSET_STARTED_ANALYSIS: asset,
  ASSET_FINISHED_IMAGE_THUMBNAIL: asset,
  ASSET_FINISHED_IMAGE_PREVIEW: asset,
  ASSET_FINISHED_DOCUMENT_PREVIEW: asset,
  ASSET_FINISHED_ANALYSIS: asset,
  ASSET_UPDATED_PROXY_MP4: asset,
  ASSET_FINISHED_PROXY_MP4: asset,
  ASSET_FINISHED_AUDIO_PROXY: asset,
  ASSET_FINISHED_AUDIO_WAVEFORM: asset,
  ASSET_DOWNLOADED: also(asset, ['link_id?']),
  ASSET_ADDED_FIELD_GROUP: also(asset, ['field_group_id']),
  ASSET_EDITED_FIELD_GROUP: also(asset, ['field_group_id']),
  ASSET_REMOVED_FIELD_GROUP: also(asset, ['field_group_id']),
  ASSET_ADDED_COMMENT: also(asset, ['comment_id', 'link_id?'], ['comment']),
  ASSET_EDITED_COMMENT: also(asset, ['comment_id'], ['comment']),
  ASSET_REMOVED_COMMENT: also(asset, ['comment_id'], ['comment']),
  ASSET_ADDED_ATTACHMENT: also(asset, ['attachment_id'], ['attachment']),
  ASSET_REMOVED_ATTACHMENT: also(asset, ['attachment_id'], ['attachment']),
  ASSET_ADDED_APPROVAL: also(asset, ['approval_id'], ['approval']),
  ASSET_APPROVED: also(asset, ['approval_id'], ['approval']),
  ASSET_REJECTED: also(asset, ['approval_id'], ['approval']),
  ASSET_ADDED_FAVORITE: asset,
  ASSET_REMOVED_FAVORITE: asset,
  ASSET_ADDED_TO_COLLECTION: also(asset, ['collection_id']),
  ASSET_REMOVED_FROM_COLLECTION: also(asset, ['collection_id']),
  ASSET_ADDED_SHAREABLE_LINK: also(asset, ['link_id']),
  ASSET_SHARED_LINK: also(asset, ['link_id']),
  PROJECT_ADDED: project,
  PROJECT_EDITED_METADATA: project,
  PROJECT_REMOVED: project,
  PROJECT_RESTORED: project,
  PROJECT_PURGED: project,
  PROJECT_LINKED: also(project, ['to_project_id']),
  PROJECT_UNLINKED: also(project, ['to_project_id']),
  PROJECT_ADDED_FIELD_GROUP: also(project, ['field_group_id']),
  PROJECT_EDITED_FIELD_GROUP: also(project, ['field_group_id']),
  PROJECT_REMOVED_FIELD_GROUP: also(project, ['field_group_id']),
  PROJECT_ADDED_COMMENT: also(project, ['comment_id'], ['comment']),
  PROJECT_EDITED_COMMENT: also(project, ['comment_id'], ['comment']),
  PROJECT_REMOVED_COMMENT: also(project, ['comment_id'], ['comment']),
  PROJECT_ADDED_ATTACHMENT: also(project, ['attachment_id'], ['attachment']),
  PROJECT_REMOVED_ATTACHMENT: also(project, ['attachment_id'], ['attachment']),
  PROJECT_ADDED_FAVORITE: project,
  PROJECT_REMOVED_FAVORITE: project,
  COLLECTION_CREATED: collection,
  COLLECTION_UPDATED_METADATA: collection,
  COLLECTION_PUBLIC: collection,
  COLLECTION_PRIVATE: collection,
  COLLECTION_DELETED: collection,
  COLLECTION_ADDED_FAVORITE: collection,
  COLLECTION_REMOVED_FAVORITE: collection,
  USER_LINKED: member,
  USER_UNLINKED: member,
  USER_ROLE_EDITED: member,
  USER_ADDED: user,
  USER_EDITED: also(user, ['change?']),
  PERMISSION_EDITED: user,
  API_KEY_ADDED: also(user, ['api_key_id']),
  API_KEY_REMOVED: also(user, ['api_key_id']),
  FIELD_GROUP_ADDED: group,
  FIELD_GROUP_EDITED: group,
  FIELD_GROUP_REMOVED: group,
  FIELD_ADDED: field,
  FIELD_EDITED: field,
  FIELD_REMOVED: field,
  NOTIFICATION_ADDED: { targets: ['webhook_id?', 'user_id?', 'notification_id?'], data: [] }
}

/** The bodies of webhooks, one for each kind of event. `payload` has what all of them have. */
export function eventSchemas ({ properties: { test, ...common } }: TObject): TSchema[] {
  return Object.entries(forms).map(([kind, form]) => Type.Object({
    ...common,
    ...kind === 'NOTIFICATION_ADDED' && { test: test! },
    type: described(Type.Literal(kind), descriptions.eventKind),
    event: described(Type.Literal(kind), descriptions.sameAsType),
    targets: targetsOf(form),
    data: Type.Optional(dataOf(form))
  }, { title: titleOf(kind) }))
}

function targetsOf (form: EventForm): TSchema {
  return Type.Object(Object.fromEntries(form.targets.map((name) =>
    name.endsWith('?')
      ? [name.slice(0, -1), Type.Optional(targets[name.slice(0, -1) as Target])]
      : [name, targets[name as Target]]
  )))
}

function dataOf (form: EventForm): TSchema {
  const shown = Object.fromEntries(form.data.map((name) => [name, things[name]]))
  const description = form.data.length === 0
    ? 'Empty object.'
    : 'The affected objects, as the API presented them at that moment. Absent if the body would be larger than 256 KiB.'
  return Type.Object(shown, { description })
}

/** The name of its schema: `AssetAddedEvent`. */
function titleOf (kind: string): string {
  return `${kind.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`
}
