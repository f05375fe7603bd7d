import { Type } from '@sinclair/typebox'
import { reasonKinds } from '#src/consumers.js'
import { PageQuery } from '#src/http/list.js'
import { FLAG_RULE } from '#src/http/search-parameters.js'
import { wholeNumbers } from '#src/http/bounded.js'
import { described, Nullable, OneOf, strict, WholeNumber } from '#src/http/schemas.js'
import { mailPreferences } from '#src/mail/outbox/preference.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { HistoryTargets, samples } from '../schemas.js'

export const notificationsTag: Tag = {
  name: 'Notifications',
  description:
    'Users are notified of what concerns them: mentions, replies, approvals, comments on their items. Each user reads only their own notifications, of items that the user sees.',
  position: 38
}

const MOST_IDS = 1000

const text = Type.String()

export const NotificationsQuery = strict(Type.Object({
  unread: Type.Optional(described(
    { ...OneOf(['true', 'false']), wrongValue: FLAG_RULE, wrongType: FLAG_RULE, documentedAs: { type: 'boolean' } },
    '`true` lists only notifications that you have not read.', true
  )),
  ...PageQuery.properties
}))

const Notification = Type.Object({
  id: described(Type.Integer(), idOf('notification'), 12),
  kind: described(Type.Unsafe<string>({ type: 'string', enum: [...reasonKinds] }), 'Reason for the notification.', 'reply'),
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  read: described(Type.Boolean(), 'Whether you have read it.', false),
  user_id: described(Type.Integer(), 'Id of the user who caused the notification; 0 if a guest or the service did.', 2),
  targets: HistoryTargets,
  text: described(
    Nullable(text), 'First 200 characters of the comment, or of the text of the approval, as it was at that time; null if there is no text.', 'All right?'
  ),
  author: described(Nullable(text), 'Name of that user or guest; null if the service did it.', samples.email),
  status: described(Nullable(text), 'Decision that the notification tells of, `approved` or `rejected`, as it was at that time; null if it tells of none.', null)
}, { title: 'Notification' })

export const NotificationsReply = Type.Object({
  notifications: Type.Array(Notification),
  unread: described(Type.Integer(), 'Number of notifications that you have not read.', 1)
}, { description: 'A page of your notifications, newest first.' })

export const ReadBody = strict(Type.Object({
  ids: Type.Optional(described(wholeNumbers(1, MOST_IDS), 'Ids of notifications. Ids of other users are ignored.', [12])),
  until: Type.Optional(described(WholeNumber, 'Id of a notification: this one and all before it are read. Only without `ids`.'))
}))

export const MailBody = strict(Type.Object({
  mail: described(
    OneOf(mailPreferences),
    'E-mails about notifications that you have not read: `each` soon after the notification, `daily` at 07:00 UTC, or `none`.',
    'daily'
  )
}))

export const MailReply = Type.Object({ mail: described(Type.String({ enum: [...mailPreferences] }), 'E-mails that you get.', 'each') }, {
  description: 'The setting.'
})

export const SetMailReply = { ...MailReply, examples: [{ mail: 'daily' }] }
