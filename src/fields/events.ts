import { Type } from '@sinclair/typebox'
import { also, defineEvents, type EventForm, type FormsOf } from '../core/events/forms.js'
import { described } from '../http/schemas.js'
import { ofAsset, ofProject } from '../items/events.js'
import { idOf } from '../openapi/descriptions.js'

const groupId = { field_group_id: described(Type.Integer(), idOf('field group'), 1) }
const group = { targets: groupId, data: {} } satisfies EventForm
const field = also(group, { field_id: described(Type.Integer(), idOf('field'), 1) })

export const fieldEvents = defineEvents({
  ASSET_ADDED_FIELD_GROUP: also(ofAsset, groupId),
  ASSET_EDITED_FIELD_GROUP: also(ofAsset, groupId),
  ASSET_REMOVED_FIELD_GROUP: also(ofAsset, groupId),
  PROJECT_ADDED_FIELD_GROUP: also(ofProject, groupId),
  PROJECT_EDITED_FIELD_GROUP: also(ofProject, groupId),
  PROJECT_REMOVED_FIELD_GROUP: also(ofProject, groupId),
  FIELD_GROUP_ADDED: group,
  FIELD_GROUP_EDITED: group,
  FIELD_GROUP_REMOVED: group,
  FIELD_ADDED: field,
  FIELD_EDITED: field,
  FIELD_REMOVED: field
})

declare module '../core/events/forms.js' {
  interface EventForms extends FormsOf<typeof fieldEvents> {}
}
