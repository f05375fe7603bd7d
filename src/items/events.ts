import { Type } from '@sinclair/typebox'
import { also, defineEvents, type EventForm, type FormsOf } from '../core/events/forms.js'
import { described } from '../http/schemas.js'
import { descriptions, idOf } from '../openapi/descriptions.js'
import { samples } from '../openapi/samples.js'
import { Asset, Project } from './schema.js'

/** The ids of items, in the targets of events. */
export const assetId = described(Type.String(), idOf('asset'), samples.assetId)
export const projectId = described(Type.String(), idOf('project'), samples.projectId)
const toProjectId = described(Type.String(), descriptions.toProjectId, samples.projectId)

/** The forms of events that concern an item alone. Domains add to them. */
export const ofAsset = { targets: { asset_id: assetId }, data: { asset: Asset } } satisfies EventForm
export const ofProject = { targets: { project_id: projectId }, data: { project: Project } } satisfies EventForm

export const itemEvents = defineEvents({
  ASSET_ADDED: ofAsset,
  ASSET_EDITED_METADATA: ofAsset,
  ASSET_REMOVED: ofAsset,
  ASSET_RESTORED: ofAsset,
  ASSET_PURGED: ofAsset,
  ASSET_LINKED: also(ofAsset, { project_id: projectId }),
  ASSET_UNLINKED: also(ofAsset, { project_id: projectId }),
  PROJECT_ADDED: ofProject,
  PROJECT_EDITED_METADATA: ofProject,
  PROJECT_REMOVED: ofProject,
  PROJECT_PRIVATE: ofProject,
  PROJECT_PUBLIC: ofProject,
  PROJECT_RESTORED: ofProject,
  PROJECT_PURGED: ofProject,
  PROJECT_LINKED: also(ofProject, { to_project_id: toProjectId }),
  PROJECT_UNLINKED: also(ofProject, { to_project_id: toProjectId }),
  PROJECT_ADDED_THUMBNAIL_ASSET: also(ofProject, { asset_id: assetId }),
  PROJECT_REMOVED_THUMBNAIL_ASSET: also(ofProject, { asset_id: assetId })
})

declare module '../core/events/forms.js' {
  interface EventForms extends FormsOf<typeof itemEvents> {}
}
