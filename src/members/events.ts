import { Type } from '@sinclair/typebox'
import { also, defineEvents, type EventForm, type FormsOf } from '../core/events/forms.js'
import { userGroupId } from '../groups/schema.js'
import { described } from '../http/schemas.js'
import { ofProject } from '../items/events.js'
import { idOf } from '../openapi/descriptions.js'

const userId = { user_id: described(Type.Integer(), idOf('user'), 2) }
const user = { targets: userId, data: {} } satisfies EventForm
const member = also(ofProject, userId)
const key = also(user, { api_key_id: described(Type.Integer(), idOf('key'), 4) })
const CHANGE = 'Kind of change: `password`, `invitation`, `reset`, `provider` or `name`.'

/** Events of users, their keys, and their places in projects. */
export const userEvents = defineEvents({
  USER_LINKED: member,
  USER_UNLINKED: member,
  USER_ROLE_EDITED: {
    ...also(ofProject, { user_id: Type.Optional(userId.user_id), user_group_id: Type.Optional(userGroupId) }),
    oneOf: ['user_id', 'user_group_id']
  },
  USER_ADDED: user,
  USER_REMOVED: user,
  USER_EDITED: also(user, { change: Type.Optional(described(Type.String(), CHANGE, 'password')) }),
  PERMISSION_EDITED: user,
  API_KEY_ADDED: key,
  API_KEY_REMOVED: key
})

declare module '../core/events/forms.js' {
  interface EventForms extends FormsOf<typeof userEvents> {}
}
