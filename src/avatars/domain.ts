import type { Domain } from '../domain.js'
import { dropAvatar } from './avatars.js'
import { avatarEvents } from './events.js'

export const avatars: Domain = {
  name: 'avatars',
  tables: ['avatars'],
  words: /avatar/i,
  events: avatarEvents,
  release: { ofRemoved: { atOnce: async (tx, userId) => { await dropAvatar(tx, userId) } } }
}
