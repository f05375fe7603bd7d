import { defineFailure } from '../errors.js'

export const NoNotificationsNamed = defineFailure('NO_NOTIFICATIONS_NAMED', 'Must have ids or until', 422)
