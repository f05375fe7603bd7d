import { Type } from '@sinclair/typebox'
import { also, defineEvents, type FormsOf } from '../core/events/forms.js'
import { described } from '../http/schemas.js'
import { ofAsset } from '../items/events.js'
import { idOf } from '../openapi/descriptions.js'
import { samples } from '../openapi/samples.js'

const ofEject = also(ofAsset, {
  eject_id: described(Type.String(), idOf('eject'), samples.importId),
  drop_folder_id: described(Type.Integer(), idOf('drop folder'), 1)
})

export const ejectEvents = defineEvents({
  OUTGOING_ASSET_ADDED_TO_DROP_FOLDER: ofEject,
  ASSET_UPDATED_EJECT: ofEject,
  ASSET_FINISHED_EJECT: ofEject
})

declare module '../core/events/forms.js' {
  interface EventForms extends FormsOf<typeof ejectEvents> {}
}
