import { Type } from '@sinclair/typebox'
import { also, defineEvents, type FormsOf } from '../core/events/forms.js'
import { described } from '../http/schemas.js'
import { ofAsset } from '../items/events.js'
import { idOf } from '../openapi/descriptions.js'
import { Publication } from './schema.js'

export const publicationEvents = defineEvents({
  ASSET_PUBLISHED: also(
    ofAsset, { publication_id: described(Type.Integer(), idOf('publication'), 4) }, { publication: Publication }
  )
})

declare module '../core/events/forms.js' {
  interface EventForms extends FormsOf<typeof publicationEvents> {}
}
