/** Why somebody is told of something. Of several reasons for one event, the first one counts. */
export const notificationKinds = [
  'mention', 'reply', 'approval_asked', 'approval_decided', 'new_version', 'comment', 'guest_comment',
  'webhook_disabled'
] as const

export type NotificationKind = typeof notificationKinds[number]
