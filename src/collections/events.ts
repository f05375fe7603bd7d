import { Type } from '@sinclair/typebox'
import { also, defineEvents, type EventForm, type FormsOf } from '../core/events/forms.js'
import { described } from '../http/schemas.js'
import { ofAsset } from '../items/events.js'
import { idOf } from '../openapi/descriptions.js'
import { Collection } from './schema.js'

const collectionId = { collection_id: described(Type.Integer(), idOf('collection'), 1) }
const ofCollection = { targets: collectionId, data: { collection: Collection } } satisfies EventForm

export const collectionEvents = defineEvents({
  ASSET_ADDED_TO_COLLECTION: also(ofAsset, collectionId),
  ASSET_REMOVED_FROM_COLLECTION: also(ofAsset, collectionId),
  COLLECTION_CREATED: ofCollection,
  COLLECTION_UPDATED_METADATA: ofCollection,
  COLLECTION_PUBLIC: ofCollection,
  COLLECTION_PRIVATE: ofCollection,
  COLLECTION_DELETED: ofCollection,
  COLLECTION_ADDED_FAVORITE: ofCollection,
  COLLECTION_REMOVED_FAVORITE: ofCollection
})

declare module '../core/events/forms.js' {
  interface EventForms extends FormsOf<typeof collectionEvents> {}
}
