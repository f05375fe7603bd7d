import { ask, succeed } from './api.js'
import { Book, shorten } from './book.js'
import { createCaller, settle as settleDoubts } from './caller.js'
import { checkChanges, checkDeliveries, checkFiles, checkIndex, countRepeated } from './checks.js'
import { closeLater } from './closing.js'
import { deliveryOf } from './deliveries.js'
import { createFileWriter, startSender } from './file-writes.js'
import { createRandom, seedOf } from './random.js'
import { startReceiver } from './receiver.js'
import { startService } from './service.js'
import { takeSnapshot } from './snapshot.js'
import { eventually } from './waiting.js'
import { addWebhooks, isCascading, untilDelivered, untilIngested } from './webhooks.js'
import { createWriter } from './writes.js'

const WRITERS = 6
/** Enough that no event is given up, however often the receiver fails at random. */
const RETRY_DELAYS = Array.from({ length: 20 }, () => '0.1').join()
/** A bulk has at most 1,000 operations, and each asset is created and assigned. */
const ASSETS_OF_BULK = 200

/**
 * @typedef {object} WorldOptions
 * @property {import('./databases.js').Database} [database] Default: an empty one of the step
 * @property {Record<string, string>} [settings] of the service
 * @property {(options: import('./service.js').ServiceOptions) => Promise<import('./service.js').Service>} [begin]
 * starts something else in the place of a service
 * @property {number} [webhooks] most of them want one kind of event
 * @property {number} [writers]
 * @property {boolean} [files] whether one caller sends files
 * @property {() => Promise<void>} [pace] waits until the next request is due
 * @property {(ms: number) => void} [watch] is told the duration of each answer
 */

/**
 * A service with callers who use all writes of the API, a sender of files, and two receivers of webhooks: one that
 * always accepts, and one that sometimes fails. The book records acknowledged writes.
 * @param {import('../context.js').Context} context
 * @param {WorldOptions} [options]
 */
export async function startWorld (context, options = {}) {
  const { settings = {}, begin = startService, writers = WRITERS, files = true, pace, watch, ...given } = options
  const { seed, folder } = context
  const database = given.database ?? await context.createDatabase()
  const book = new Book()
  const broken = []
  const answers = new Map()
  const random = createRandom(seedOf(seed, 'receiver'))
  /** @type {import('./deliveries.js').Delivery[]} */
  const deliveries = []
  const receiver = await startReceiver((request, response, raw) => {
    if (request.body?.webhook_id !== undefined) deliveries.push(deliveryOf(request))
    const chance = request.path === '/failing' ? random.below(20) : 19
    if (chance < 2) response.writeHead(500).end()
    else if (chance < 4) raw.socket.destroy()
    else response.end('ok')
  }, { keep: false })
  closeLater(receiver.close)
  const sender = await startSender()
  closeLater(sender.close)
  const url = () => world.service.url

  const writersOf = (count) => Array.from({ length: count }, (_, index) => {
    const name = `caller ${index + 1}`
    return createWriter({ name, book, random: createRandom(seedOf(seed, name)) })
  })
  const plain = writersOf(writers)
  const filing = files
    ? createFileWriter({ name: 'files', book, sender, random: createRandom(seedOf(seed, 'files')) })
    : null
  const callers = [...plain, ...filing === null ? [] : [filing]].map(({ next }) =>
    createCaller({ book, next, url, broken, answers, pace, watch }))

  const world = {
    database,
    book,
    broken,
    answers,
    deliveries,
    receiver,
    callers,
    /** @type {import('./service.js').Service} */
    service: await start(),
    /** Starts the service again after its end. */
    async start () {
      world.service = await start()
    },
    settle,
    /** Waits until this many more writes are acknowledged. */
    async untilWritten (more = 1) {
      const wanted = book.acknowledged + more
      await eventually('something is written', () => book.acknowledged >= wanted)
    },
    addLargeProject,
    /** Makes the first caller's next request delete a project. */
    removeNext: (id) => { plain[0]?.removeNext(id) },
    check
  }
  const webhooks = await addWebhooks(url(), receiver.url, given.webhooks)
  return world

  function start () {
    return begin({
      databaseUrl: database.url,
      folder,
      settings: {
        WEBHOOK_RETRY_DELAYS: RETRY_DELAYS,
        MEDIA_RETRY_DELAYS: '0.1,0.2,0.5,1,1,1,1,1,1,1,1,1,1,1,1',
        MEDIA_ANALYSIS_PARALLEL: '0',
        ...settings
      }
    })
  }

  /** Resolves writes whose answers never came, after running cascades have ended. */
  async function settle () {
    await eventually('what was begun is finished', async () => !await isCascading(database))
    await settleDoubts({ book, url: url(), broken })
  }

  /** Adds a project of the first caller that is so large that its trash and delete are cascades. */
  async function addLargeProject (size) {
    const title = 'large project'
    const { project: { id } } = await succeed(url(), 'POST', 'projects', { title })
    book.add({ type: 'project', id, title })
    const assets = []
    for (let made = 0; made < size; made += ASSETS_OF_BULK) {
      const titles = Array.from({ length: Math.min(ASSETS_OF_BULK, size - made) }, (_, index) => `large ${made + index}`)
      const operations = titles.flatMap((title, index) => [
        { method: 'POST', path: '/api/v2/assets', body: { title } },
        { method: 'POST', path: `/api/v2/assets/{{${2 * index}.asset.id}}/assign`, body: { to_project_id: id } }
      ])
      // A busy service may answer 503 first.
      const { results } = await eventually('a bulk is committed', async () => {
        const { status, body } = await ask(url(), 'POST', 'bulk', { operations })
        return status === 200 && body.committed && body
      })
      titles.forEach((title, index) => {
        const { asset } = results[2 * index].body
        book.add({
          type: 'asset', id: asset.id, title, project_id: id, events: ['ASSET_ADDED', 'ASSET_LINKED']
        })
        assets.push(asset.id)
      })
    }
    plain[0]?.adopt(id, assets)
    return id
  }

  /** Waits until all begun work has ended, stops the service, and checks each promise. */
  async function check () {
    await settle()
    await finishUploads()
    await untilIngested(url(), database)
    await untilDelivered(url())
    const snapshot = await takeSnapshot(url())
    broken.push(...book.redeem(snapshot))
    const compared = book.compare(snapshot)
    let { lost } = compared
    let late = 0
    let repeated = 0
    broken.push(...shorten(compared.broken))
    for (const webhook of webhooks) {
      const found = checkDeliveries({ webhook, received: deliveries, changes: snapshot.changes })
      lost += found.lost
      if (webhook.name === 'good') late = found.late
      if (webhook.name !== 'failing') repeated += countRepeated({ webhook, received: deliveries })
      broken.push(...found.broken)
    }
    const { command } = world.service
    const { code } = await world.service.stop()
    if (code !== 0) broken.push(`the service, asked to stop, ended with ${code}`)
    broken.push(...await checkChanges(database), ...await checkIndex(database.url))
    if ([...book.items.values()].some(({ file }) => file !== null)) {
      broken.push(...await checkFiles({ databaseUrl: database.url, folder, command }))
    }
    return { lost, late, repeated, broken }
  }

  async function finishUploads () {
    for (let next = filing?.nextOpen(); next !== undefined && next !== null; next = filing?.nextOpen()) {
      const { method, path, body, write } = next
      const { status } = await eventually(write.what, async () => {
        const reply = await ask(url(), method, path, body)
        return reply.status !== 423 && reply
      })
      if (status !== 200 && status !== 404) broken.push(`${write.what} answered ${status}`)
      write.note(null)
    }
  }
}
