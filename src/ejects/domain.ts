import type { Domain } from '../domain.js'
import { ejectEvents } from './events.js'
import { ejectRelease } from './release.js'

export const ejects: Domain = {
  name: 'ejects',
  tables: ['ejects', 'eject_files'],
  words: /\bejects?\b|\beject_/i,
  uses: ['drop-folders', 'collections'],
  events: ejectEvents,
  release: ejectRelease
}
