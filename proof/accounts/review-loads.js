import { setTimeout as delay } from 'node:timers/promises'
import { seededId } from '#proof/harness/seed.js'
import { eventually } from '#proof/harness/waiting.js'
import { FILMS } from './fill-review.js'

/**
 * What long comments and long answers let one account do.
 * @typedef {import('./loads.js').AccountLoad} AccountLoad
 */

/** A limit of time for an import with errors. */
const READY_MS = 120_000
const FORMATS = ['fcpxml', 'xmeml', 'edl', 'avid', 'otio', 'csv']

/** @type {AccountLoad[]} */
export const reviewLoads = [
  {
    what: 'markers of thousands of long comments, at one frame and at as many',
    callers: 4,
    act: ({ send }, turn) => send({
      method: 'GET',
      path: `assets/${seededId('film', 1 + turn % FILMS)}/comments?format=${FORMATS[turn % FORMATS.length]}`
    })
  },
  {
    what: 'errors of an import, one for each row',
    callers: 4,
    before: async (crowd) => {
      const sent = await crowd.send({
        method: 'POST',
        path: 'imports?mode=create',
        headers: { 'content-type': 'text/csv' },
        body: `type,title\n${'nothing,x\n'.repeat(crowd.review.errors)}`
      })
      crowd.imported = sent.import.id
      await eventually('it is done', async () =>
        (await crowd.send({ method: 'GET', path: `imports/${crowd.imported}` }))?.import.finished_at != null, READY_MS)
    },
    act: ({ send, imported }) => send({ method: 'GET', path: `imports/${imported}/errors` })
  },
  {
    what: 'threads of long replies, deleted',
    callers: 2,
    act: async ({ send, review: { threads } }, turn, signal) => {
      if (turn >= threads) {
        await delay(200, null, { signal }).catch(() => {})
        return
      }
      const path = `assets/${seededId('thread', 1 + turn)}/comments`
      const { comments: [first] } = await send({ method: 'GET', path: `${path}?limit=1` })
      await send({ method: 'DELETE', path: `${path}/${first.id}` })
    }
  }
]
