import { defineEvents, type FormsOf } from '../core/events/forms.js'
import { ofAsset, ofProject } from '../items/events.js'

export const favoriteEvents = defineEvents({
  ASSET_ADDED_FAVORITE: ofAsset,
  ASSET_REMOVED_FAVORITE: ofAsset,
  PROJECT_ADDED_FAVORITE: ofProject,
  PROJECT_REMOVED_FAVORITE: ofProject
})

declare module '../core/events/forms.js' {
  interface EventForms extends FormsOf<typeof favoriteEvents> {}
}
