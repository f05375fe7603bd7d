import { Type } from '@sinclair/typebox'
import { also, defineEvents, type EventForm, type FormsOf } from '../core/events/forms.js'
import { described } from '../http/schemas.js'
import { ofAsset } from '../items/events.js'
import { idOf } from '../openapi/descriptions.js'
import { Arrival, DropFolder } from './schema.js'

const dropFolderId = { drop_folder_id: described(Type.Integer(), idOf('drop folder'), 1) }
const ofDropFolder = { targets: dropFolderId, data: { drop_folder: DropFolder } } satisfies EventForm

export const dropFolderEvents = defineEvents({
  INCOMING_ASSET_ADDED_TO_DROP_FOLDER: also(ofAsset, dropFolderId, { arrival: Arrival }),
  DROP_FOLDER_ADDED: ofDropFolder,
  DROP_FOLDER_EDITED_METADATA: ofDropFolder,
  DROP_FOLDER_REMOVED: ofDropFolder,
  DROP_FOLDER_PUBLIC: ofDropFolder,
  DROP_FOLDER_PRIVATE: ofDropFolder
})

export type DropFolderEvent = Extract<keyof typeof dropFolderEvents, `DROP_FOLDER_${string}`>

declare module '../core/events/forms.js' {
  interface EventForms extends FormsOf<typeof dropFolderEvents> {}
}
