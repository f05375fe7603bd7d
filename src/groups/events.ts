import { Type } from '@sinclair/typebox'
import { also, defineEvents, type EventForm, type FormsOf } from '../core/events/forms.js'
import { described } from '../http/schemas.js'
import { ofProject } from '../items/events.js'
import { idOf } from '../openapi/descriptions.js'
import { UserGroup, userGroupId } from './schema.js'

const groupId = { user_group_id: userGroupId }
const group = { targets: groupId, data: { user_group: UserGroup } } satisfies EventForm
const user = {
  targets: { ...groupId, user_id: described(Type.Integer(), idOf('user'), 2) }, data: {}
} satisfies EventForm
const inProject = also(ofProject, groupId)

/** Events of groups of users, and of their places in projects. */
export const groupEvents = defineEvents({
  USER_GROUP_ADDED: group,
  USER_GROUP_EDITED: group,
  USER_GROUP_REMOVED: group,
  USER_GROUP_USER_LINKED: user,
  USER_GROUP_USER_UNLINKED: user,
  USER_GROUP_LINKED: inProject,
  USER_GROUP_UNLINKED: inProject
})

declare module '../core/events/forms.js' {
  interface EventForms extends FormsOf<typeof groupEvents> {}
}
