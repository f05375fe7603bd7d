import { Type } from '@sinclair/typebox'
import { also, defineEvents, type FormsOf } from '../core/events/forms.js'
import { described } from '../http/schemas.js'
import { ofAsset } from '../items/events.js'
import { idOf } from '../openapi/descriptions.js'

const ofLink = also(ofAsset, { link_id: described(Type.Integer(), idOf('link'), 1) })

export const linkEvents = defineEvents({
  ASSET_ADDED_SHAREABLE_LINK: ofLink,
  ASSET_SHARED_LINK: ofLink
})

declare module '../core/events/forms.js' {
  interface EventForms extends FormsOf<typeof linkEvents> {}
}
