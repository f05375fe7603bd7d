import { Type } from '@sinclair/typebox'
import { defineEvents, type FormsOf } from '../core/events/forms.js'
import { described } from '../http/schemas.js'
import { idOf } from '../openapi/descriptions.js'

const optional = (of: string, example: number) => Type.Optional(described(Type.Integer(), idOf(of), example))

/** A user is told of something, or a webhook was disabled. */
export const notificationEvents = defineEvents({
  NOTIFICATION_ADDED: {
    targets: { webhook_id: optional('webhook', 1), user_id: optional('user', 2), notification_id: optional('notification', 1) },
    data: {}
  }
})

declare module '../core/events/forms.js' {
  interface EventForms extends FormsOf<typeof notificationEvents> {}
}
