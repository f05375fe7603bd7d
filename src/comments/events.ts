import { Type } from '@sinclair/typebox'
import { also, defineEvents, type FormsOf } from '../core/events/forms.js'
import { described } from '../http/schemas.js'
import { ofAsset, ofProject } from '../items/events.js'
import { descriptions, idOf } from '../openapi/descriptions.js'
import { Comment } from './schema.js'

const id = { comment_id: described(Type.Integer(), idOf('comment'), 12) }
const link = { link_id: Type.Optional(described(Type.Integer(), descriptions.linkOfGuest, 1)) }
const shown = { comment: Comment }

export const commentEvents = defineEvents({
  ASSET_ADDED_COMMENT: also(ofAsset, { ...id, ...link }, shown),
  ASSET_EDITED_COMMENT: also(ofAsset, id, shown),
  ASSET_REMOVED_COMMENT: also(ofAsset, id, shown),
  PROJECT_ADDED_COMMENT: also(ofProject, id, shown),
  PROJECT_EDITED_COMMENT: also(ofProject, id, shown),
  PROJECT_REMOVED_COMMENT: also(ofProject, id, shown)
})

declare module '../core/events/forms.js' {
  interface EventForms extends FormsOf<typeof commentEvents> {}
}
