import { MINUTE_MS } from '../basics/units.js'
import type { Domain } from '../domain.js'
import { linkEvents } from './events.js'
import { linkRelease } from './release.js'
import { sweepLinks } from './sweep.js'
import { linkTeller } from './tell.js'

export const links: Domain = {
  name: 'links',
  tables: ['links', 'link_assets', 'link_comments'],
  words: /link_?id\b|guest_?link/i,
  uses: ['approvals', 'collections', 'comments'],
  events: linkEvents,
  teller: linkTeller,
  release: linkRelease,
  pages: ['/links'],
  jobs: ({ transact }) => [{
    name: 'links-sweep',
    intervalMs: MINUTE_MS,
    run: (signal, heartbeat) => sweepLinks(transact, signal, heartbeat)
  }]
}
