import { Type } from '@sinclair/typebox'
import { also, defineEvents, type FormsOf } from '../core/events/forms.js'
import { described } from '../http/schemas.js'
import { ofAsset, ofProject } from '../items/events.js'
import { idOf } from '../openapi/descriptions.js'
import { Attachment } from './schema.js'

const id = { attachment_id: described(Type.Integer(), idOf('attachment'), 7) }
const shown = { attachment: Attachment }

export const attachmentEvents = defineEvents({
  ASSET_ADDED_ATTACHMENT: also(ofAsset, id, shown),
  ASSET_REMOVED_ATTACHMENT: also(ofAsset, id, shown),
  PROJECT_ADDED_ATTACHMENT: also(ofProject, id, shown),
  PROJECT_REMOVED_ATTACHMENT: also(ofProject, id, shown)
})

declare module '../core/events/forms.js' {
  interface EventForms extends FormsOf<typeof attachmentEvents> {}
}
