import type { Domain } from '../domain.js'
import { avatarEvents } from './events.js'

export const avatars: Domain = {
  name: 'avatars',
  tables: ['avatars'],
  words: /avatar/i,
  events: avatarEvents
}
