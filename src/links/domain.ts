import { MINUTE_MS } from '../basics/units.js'
import type { Domain } from '../domain.js'
import { linkEvents } from './events.js'
import { linkRelease } from './release.js'
import { guestFilesHolder } from './sending/holder.js'
import { sweepLinks } from './sweep.js'
import { linkTeller } from './tell.js'

export const links: Domain = {
  name: 'links',
  tables: ['links', 'link_assets', 'link_comments', 'link_uploads'],
  words: /link_?id\b|guest_?link/i,
  uses: ['approvals', 'collections', 'comments', 'drop-folders'],
  events: linkEvents,
  teller: linkTeller,
  release: linkRelease,
  holder: guestFilesHolder,
  pages: ['/links'],
  jobs: ({ transact }) => [{
    name: 'links-sweep',
    intervalMs: MINUTE_MS,
    run: (signal, heartbeat) => sweepLinks(transact, signal, heartbeat)
  }]
}
