import { setTimeout as delay } from 'node:timers/promises'
import { openUnread } from '#proof/harness/neighbour.js'
import { seededId } from '#proof/harness/seed.js'
import { eventually } from '#proof/harness/waiting.js'
import { BEGINNINGS } from './fill.js'

/**
 * What people, films and looking together let one account do, or somebody who has no key.
 * @typedef {import('./loads.js').AccountLoad} AccountLoad
 */

const EVENT_STREAM = { accept: 'text/event-stream' }
const STREAMS = 20
/** A limit of time for what a load needs before it begins. */
const READY_MS = 120_000
const NETWORKS = 300
/** Projects that one bulk changes. */
const CHANGED = 100
/** Of a page of the service itself. */
export const OWN_PAGE = { 'x-requested-with': 'cutroom' }

/** A site with many networks, and one with many addresses. */
const sites = {
  'networks of one IPv6 /48': (turn) => `2001:db8:1:${(turn % NETWORKS).toString(16)}::1`,
  'addresses of one IPv4 /24': (turn) => `203.0.113.${turn % 256}`
}

/** Requests of nobody, ten a second or more, from many addresses. */
const floods = Object.entries(sites).flatMap(([site, addressOf]) => {
  /** @returns {(crowd: any, turn: number) => Promise<void>} */
  const flood = (path, body) => async ({ anonymous }, turn) => {
    await anonymous({ method: 'POST', path, body: body(turn), headers: { ...OWN_PAGE, 'x-forwarded-for': addressOf(turn) } })
    await delay(200)
  }
  return [
    {
      what: `sign-ins from ${site}`,
      callers: 10,
      act: flood('session', (turn) => ({ email: `user${turn}@example.com`, password: 'four quiet river stones' }))
    },
    {
      what: `requests for new passwords from ${site}`,
      callers: 60,
      isOfMail: true,
      act: flood('session/forgotten', (turn) => ({ email: `nobody${turn}@example.com` }))
    }
  ]
})

/** A stroke of as many points as a drawing has. */
const DRAWING = Array.from({ length: 5 }, () => ({
  tool: 'pen', color: '#000000', width: 0.01, points: Array.from({ length: 1000 }, (_, index) => [index / 1000, 0.5])
}))
/** Assets that guests draw on: each takes ten such drawings of theirs. */
const DRAWN_ON = 40

/** The ids of the assets with long texts. */
const longOf = ({ assets, rooms: { long } }) =>
  Array.from({ length: long }, (_, index) => seededId('asset', assets - index))

/** Gives the assets with long texts a file each. */
async function giveFiles (crowd) {
  const ids = longOf(crowd)
  for (const id of ids) {
    await crowd.send({
      method: 'POST',
      path: `assets/${id}/media`,
      body: { file_url: `${crowd.senders}/picture.png`, filename: 'picture.png' }
    })
  }
  await eventually('they are ready', async () => {
    const { download } = await crowd.send({ method: 'POST', path: 'downloads', body: { asset_ids: ids } }) ?? {}
    return download?.files === ids.length
  }, READY_MS)
}

/** As many beginnings of words as a search may have, in each order. */
const searches = ['', '&sort=title', '&sort=relevance&total=true'].map((rest) =>
  `search?q=${encodeURIComponent(BEGINNINGS.slice(0, 8).map((beginning) => `${beginning}*`).join(' '))}${rest}`)

/** @type {AccountLoad[]} */
export const roomLoads = [
  {
    what: 'searches of beginnings that match everything',
    callers: 12,
    act: ({ send }, turn) => send({ method: 'GET', path: searches[turn % searches.length] })
  },
  ...floods,
  {
    what: 'guests of a collection with long texts',
    callers: 4,
    before: async (crowd) => {
      const { collection } = await crowd.send({ method: 'POST', path: 'collections', body: { title: 'Long' } })
      const path = `collections/${collection.id}`
      await crowd.send({ method: 'POST', path: `${path}/assets`, body: { asset_ids: longOf(crowd) } })
      const { link } = await crowd.send({ method: 'POST', path: `${path}/links`, body: {} })
      crowd.token = link.url.split('#')[1]
    },
    act: ({ anonymous, token }) => anonymous({
      method: 'GET', path: 'shared/assets?limit=1000', headers: { authorization: `Bearer ${token}` }
    })
  },
  {
    what: 'first uses of ZIPs of assets with long tags',
    callers: 4,
    before: giveFiles,
    act: async (crowd) => {
      const { download } = await crowd.send({ method: 'POST', path: 'downloads', body: { asset_ids: longOf(crowd) } }) ?? {}
      if (download === undefined) return
      const { pathname, search } = new URL(download.url)
      await crowd.send({ method: 'GET', path: pathname + search })
    }
  },
  {
    what: 'projects with many comments, deleted for good',
    callers: 2,
    act: async ({ send, rooms: { talks } }, turn, signal) => {
      if (turn < talks) await send({ method: 'DELETE', path: `projects/${seededId('talk', turn + 1)}` })
      else await delay(200, null, { signal }).catch(() => {})
    }
  },
  {
    what: 'comments and mentions for an owner with a thousand notifications',
    callers: 4,
    act: ({ asMember, rooms: { roots } }, turn) => asMember({
      method: 'POST',
      path: `projects/${seededId('root', 1 + turn % roots)}/comments`,
      body: { text: `Comment ${turn}`, ...turn % 2 === 0 && { mentions: [1] } }
    })
  },
  {
    what: 'drawings of guests',
    callers: 4,
    before: async (crowd) => {
      const { project } = await crowd.send({ method: 'POST', path: 'projects', body: { title: 'Drawn on' } })
      crowd.drawnOn = []
      for (let number = 0; number < DRAWN_ON; number++) {
        const { asset } = await crowd.send({ method: 'POST', path: '/api/v2/assets', body: { title: `${number}` } })
        await crowd.send({ method: 'POST', path: `assets/${asset.id}/assign`, body: { to_project_id: project.id } })
        crowd.drawnOn.push(asset.id)
      }
      const { link } = await crowd.send({
        method: 'POST', path: `projects/${project.id}/links`, body: { comments: true }
      })
      crowd.drawingToken = link.url.split('#')[1]
    },
    act: ({ anonymous, drawnOn, drawingToken }, turn) => anonymous({
      method: 'POST',
      path: `shared/assets/${drawnOn[turn % DRAWN_ON]}/comments`,
      body: { text: 'Here', name: 'Gia', drawing: DRAWING },
      headers: { authorization: `Bearer ${drawingToken}`, 'x-forwarded-for': `203.0.113.${turn % 256}` }
    })
  },
  {
    what: 'users, collections and searches of a member of many projects',
    callers: 8,
    act: ({ asMember }, turn) => asMember([
      { method: 'GET', path: 'users?limit=1000' },
      { method: 'GET', path: 'collections' },
      { method: 'GET', path: 'search?q=project&total=true&facets=owner' },
      { method: 'POST', path: `projects/${seededId('root', 1 + turn)}/members`, body: { user_id: 1 } }
    ][turn % 4])
  },
  {
    what: 'streams of a member of many projects, beside bulks',
    callers: 2,
    before: async (crowd) => {
      crowd.streams = await Promise.all(Array.from({ length: STREAMS }, () =>
        openUnread(`${crowd.url}/api/v2/changes?since=now&include=item`, { ...crowd.member, ...EVENT_STREAM })))
    },
    act: ({ send }, turn) => send({
      method: 'POST',
      path: 'bulk',
      body: {
        atomic: false,
        operations: Array.from({ length: CHANGED }, (_, index) => ({
          method: 'PUT', path: `/api/v2/projects/${seededId('root', 1 + index)}`, body: { title: `Project ${turn}` }
        }))
      }
    }),
    after: async (/** @type {any} */ { streams }) => { for (const { leave } of streams) leave() }
  }
]
