import { setTimeout as delay } from 'node:timers/promises'
import { succeed, untilIndexed } from '#proof/harness/api.js'
import { closeLater } from '#proof/harness/closing.js'
import { shorten } from '#proof/harness/book.js'
import { fillCrowd } from '#proof/harness/crowd.js'
import { startNeighbour } from '#proof/harness/neighbour.js'
import { freePort } from '#proof/harness/ports.js'
import { lacksProcessStatus } from '#proof/harness/process-status.js'
import { startMailServer } from '#proof/harness/mail.js'
import { startReceiver } from '#proof/harness/receiver.js'
import { startService } from '#proof/harness/service.js'
import { files, PICTURE, SLOW_PIECE } from '../accounts/files.js'
import { loads } from '../accounts/loads.js'
import { createCrowd } from '../accounts/crowd.js'
import { fillReview } from '../accounts/fill-review.js'
import { fillRooms, MEMBER } from '../accounts/fill.js'
import { probe, resetPassword } from '../accounts/probes.js'
import { burden } from '../neighbours/press.js'

export const name = 'accounts'
export const description = 'what one account does to burden the service, beside another account that behaves'

const SIZE = {
  assets: 63_000,
  forMs: 8000,
  aloneMs: 5000,
  depth: 1000,
  rooms: {
    users: 10_000, roots: 50_000, fields: 1980, worded: 30_000, long: 200, talks: 4, subjects: 20, comments: 5000
  },
  review: { comments: 4990, threads: 4, errors: 60_001 }
}
const SIZE_IN_QUICK = {
  assets: 3000,
  forMs: 500,
  aloneMs: 500,
  depth: 50,
  rooms: { users: 100, roots: 500, fields: 100, worded: 1000, long: 5, talks: 2, subjects: 2, comments: 100 },
  review: { comments: 100, threads: 2, errors: 100 }
}
const BESIDE = { email: 'beside@example.com', password: 'four quiet river stones' }

/** @param {import('../options.js').Options} options */
export function steps ({ quick, databases, loads: part }) {
  const chosen = loads.filter(({ what }) => what.includes(part))
  const size = quick ? SIZE_IN_QUICK : SIZE
  return databases.map((database) => ({
    name: 'an account that behaves', database, needs: lacksProcessStatus, run: (context) => run(context, size, chosen)
  }))
}

/**
 * @param {import('../context.js').Context} context
 * @param {typeof SIZE} size
 * @param {import('../accounts/loads.js').AccountLoad[]} chosen
 * @returns {Promise<import('../scenarios.js').Row[]>}
 */
async function run ({ createDatabase, folder, say }, { assets, forMs, aloneMs, depth, rooms, review }, chosen) {
  const { url: databaseUrl, ...database } = await createDatabase()
  const mail = await startMailServer()
  const port = await freePort()
  const settings = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '127.0.0.1/32',
    SMTP_URL: mail.url,
    MAIL_FROM: 'cutroom@example.com'
  }
  const start = () => startService({ databaseUrl, folder, settings })
  const first = await start()
  const { api_key: { key } } = await succeed(first.url, 'POST', 'admin/users', { email: BESIDE.email, admin: true })
  await succeed(first.url, 'PUT', 'user/password', { password: BESIDE.password }, { key })
  const { api_key: { key: member } } =
    await succeed(first.url, 'POST', 'admin/users', { email: MEMBER, access: 'projects' })
  await first.stop()
  await fillCrowd(database, { assets })
  await fillRooms(database, { assets, ...rooms })
  await fillReview(database, review)
  await moveToOwnAccount(database)
  const service = await start()
  const { url } = service
  await untilIndexed(url)

  const broken = []
  const senders = await startSenders()
  const crowd = await createCrowd(url, { senders, depth, assets, rooms, review, member }, broken)
  const receiver = await startReceiver()
  closeLater(receiver.close)
  const beside = { url, key, receiver, senders, ...BESIDE }
  const { during } = startNeighbour(url, { 'x-api-key': key }, await requestsOf(beside))
  const measure = async (work) => {
    const over = new AbortController()
    const probing = probe(beside, over.signal)
    const requests = await during(work)
    over.abort()
    return { ...requests, ...await probing }
  }
  await measure(() => delay(aloneMs))
  const alone = await measure(() => delay(aloneMs))
  const reset = await resetPassword(beside, mail)
  const results = []
  for (const load of chosen) {
    await load.before?.(crowd)
    const { isOfMail = false } = load
    const resetting = isOfMail ? delay(forMs / 2).then(() => resetPassword(beside, mail)) : null
    const { times, felt, memory } = await burden(load, crowd, { pid: service.pid, forMs, measure })
    const figures = {
      'longest read alone, ms': Math.round(alone.longest),
      'read beside': Math.round(felt.longest),
      'p99 beside': Math.round(felt.p99),
      'write alone': Math.round(alone.longestWrite),
      'write beside': Math.round(felt.longestWrite),
      'delivery alone, s': seconds(alone.delivery),
      'delivery beside': seconds(felt.delivery),
      'file alone, s': seconds(alone.file),
      'file beside': seconds(felt.file),
      'search alone, s': seconds(alone.search),
      'search beside': seconds(felt.search),
      'sign-in alone, s': seconds(alone.signIn),
      'sign-in beside': seconds(felt.signIn),
      ...resetting !== null && {
        'message for a new password alone, s': seconds(reset), 'message beside': seconds(await resetting)
      },
      refused: felt.refused,
      ...memory
    }
    say(`${load.what}: ${times} times; ${JSON.stringify(figures)}`)
    results.push({ what: load.what, times, broken: shorten([...broken.splice(0), ...felt.wrong], 3), figures })
  }
  const { code } = await service.stop()
  if (code !== 0) results.push({ what: 'the end', times: 1, broken: [`the service, asked to stop, ended with ${code}`] })
  return results
}

const seconds = (ms) => Math.round(ms / 10) / 100

/** The service makes no second account by itself. */
async function moveToOwnAccount ({ kind, execute }) {
  const now = kind === 'sqlite' ? "'2026-01-01T00:00:00.000+00:00'" : 'now()'
  await execute(`
    INSERT INTO accounts (name, created_at) VALUES ('beside', ${now});
    UPDATE users SET account_id = (SELECT id FROM accounts WHERE name = 'beside') WHERE email = '${BESIDE.email}'`)
}

/** The requests of the well-behaved account, which has a webhook, a project and a hundred assets. */
async function requestsOf ({ url, key, receiver }) {
  const add = (path, body) => succeed(url, 'POST', path, body, { key })
  const { project } = await add('projects', { title: 'Spring' })
  await add('admin/webhooks', {
    name: 'Mine', http_url: `${receiver.url}/`, http_method: 'POST', trigger_events: ['ASSET_ADDED']
  })
  const rounds = []
  for (let number = 0; number < 100; number++) {
    const { asset } = await add('assets', { title: `Interview ${number}`, tags: ['interview'] })
    rounds.push([`assets/${asset.id}`, 'search?q=interview&limit=10', 'changes?limit=10', `projects/${project.id}/assets`, {
      method: 'PUT', path: `assets/${asset.id}`, body: { title: `Interview ${number}, once more` }
    }])
  }
  return rounds
}

/** Senders of files, each by its name. A slow file comes at a kilobyte a second. */
async function startSenders () {
  const { url, close } = await startReceiver(({ path }, response) => {
    const file = { ...files, 'picture.png': PICTURE }[path.slice(1)]
    if (file === undefined) response.writeHead(404).end()
    else if (file !== null) response.end(file)
    else {
      const timer = setInterval(() => response.write(SLOW_PIECE), 1000)
      response.on('close', () => clearInterval(timer))
    }
  }, { keep: false })
  closeLater(close)
  return url
}
