import { Type } from '@sinclair/typebox'
import { defineEvents, type EventForm, type FormsOf } from '../core/events/forms.js'
import { described } from '../http/schemas.js'
import { idOf } from '../openapi/descriptions.js'

const ofUser = { targets: { user_id: described(Type.Integer(), idOf('user'), 2) }, data: {} } satisfies EventForm

export const avatarEvents = defineEvents({
  USER_EDITED_AVATAR: ofUser,
  USER_REMOVED_AVATAR: ofUser
})

declare module '../core/events/forms.js' {
  interface EventForms extends FormsOf<typeof avatarEvents> {}
}
