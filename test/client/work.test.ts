import t, { type Test } from 'tap'
import type { Cutroom } from '../../client/cutroom.js'
import type { StepHandler } from '../../client/steps.js'
import { httpDialects, inOneApp, type Client } from '../helper/app.js'
import { JSON_TYPE } from '../helper/bad-service.js'
import { clientWithClock } from '../helper/client-clock.js'
import { expected } from '../helper/client.js'
import { addAsset, readItem, succeed } from '../helper/items.js'
import { defineAction, startAction, untilOver, wholeRun } from '../helper/runs.js'
import { connect } from '../helper/typed-client.js'

const onOneService = inOneApp(httpDialects, { JOBS: 'on' })

/** An action of one step in a queue, of which items get runs. */
async function defineQueue (admin: Client, queue: string, more: object = {}) {
  const { id } = await defineAction(admin, { steps: [{ name: 'speech', queue, attempts: 1 }], ...more })
  return async (body: object): Promise<string> => (await startAction(admin, id, body)).run_ids[0]
}

/** Works on a queue until the test has ended. */
function workOn (t: Test, cutroom: Cutroom, queue: string, handler: StepHandler) {
  const stop = new AbortController()
  const working = cutroom.work({ queues: [queue], signal: stop.signal }, handler)
  working.catch(() => {})
  t.teardown(async () => {
    stop.abort()
    await working
  })
  return { stop, working }
}

onOneService('A handler gets its step, says how far it is, and what it returns is written once', async (t, world) => {
  const { admin } = world
  const start = await defineQueue(admin, 'speech', { parameters: [{ name: 'language', field_type: 'textbox' }] })
  const { id } = await addAsset(admin, { title: 'Interview' })
  const run = await start({ asset_ids: [id], parameters: { language: 'de' } })
  workOn(t, await connect(world), 'speech', async ({ run, step, item, report, signal }) => {
    t.match(step, { name: 'speech', attempt: 1, results: {} })
    t.strictSame([run.parameters, item.type, item.asset?.title, signal.aborted], [{ language: 'de' }, 'asset', 'Interview', false])
    await report({ progress: 0.5, message: 'Half' })
    t.match(await wholeRun(admin, run.id), { steps: [{ progress: 0.5 }], log: [{ message: 'Half' }] })
    const path = `/api/v2/assets/${id as string}`
    return {
      result: { words: 812 },
      operations: [{ method: 'PUT', path, body: { tags: ['done'] } }, { method: 'POST', path: `${path}/comments`, body: { text: 'Done' } }]
    }
  })
  t.match(await untilOver(admin, run), { run: { status: 'completed' }, steps: [{ result: { words: 812 } }] })
  t.strictSame((await readItem(admin, 'assets', id)).tags, ['done'])
  t.equal((await succeed(admin.get(`assets/${id as string}/comments`))).comments.length, 1)
})

onOneService('What is thrown or cannot be taken fails the step with its text; nothing at all completes it', async (t, world) => {
  const { admin } = world
  const start = await defineQueue(admin, 'failures')
  const { id } = await addAsset(admin, { title: 'Film' })
  const other = await addAsset(admin)
  await succeed(admin.put(`assets/${other.id as string}`, { external_id: 'taken' }))
  const path = `/api/v2/assets/${id as string}`
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const handlers: Record<string, StepHandler> = {
    nothing: () => {},
    thrown: () => { throw new Error('The sound cannot be read') },
    text: async () => Promise.reject('No sound'), // eslint-disable-line prefer-promise-reject-errors
    silent: () => { throw new Error('') },
    long: () => { throw new Error('ü€😀'.repeat(1000)) },
    large: () => ({ result: { text: 'x'.repeat(20_000) } }),
    circular: () => ({ result: circular }),
    other: () => ({ operations: [{ method: 'PUT', path, body: { title: 'Done' } }, { method: 'DELETE', path }] }),
    errors: () => ({ operations: [{ method: 'PUT', path, body: { external_id: 'taken' } }] }),
    malformed: () => ({ operations: [{ method: 'PUT' }] as any })
  }
  let current: StepHandler = () => {}
  workOn(t, await connect(world), 'failures', (step) => current(step))
  const outcome = async (name: string) => {
    current = handlers[name]!
    const { run } = await untilOver(admin, await start({ asset_ids: [id] }))
    return run.error ?? run.status
  }
  t.equal(await outcome('nothing'), 'completed')
  t.equal(await outcome('thrown'), 'speech: The sound cannot be read')
  t.equal(await outcome('text'), 'speech: No sound')
  t.equal(await outcome('silent'), 'speech: failed')
  t.equal([...await outcome('long')].length, 'speech: '.length + 1000)
  t.match(await outcome('large'), /^speech: .*Must be at most 16384 bytes$/)
  t.match(await outcome('circular'), /^speech: Converting circular structure/)
  t.equal(await outcome('other'), 'speech: Not possible in a run')
  t.equal(await outcome('errors'), 'speech: external_id: has already been taken')
  t.match(await outcome('malformed'), /^speech: .*path/)
  t.equal((await readItem(admin, 'assets', id)).title, 'Film')
})

onOneService('A step that was cancelled ends the signal of its handler, and the next one is claimed', async (t, world) => {
  const { admin } = world
  const start = await defineQueue(admin, 'cancelled')
  const { id } = await addAsset(admin)
  const reasons: unknown[] = []
  const { stop, working } = workOn(t, await connect(world), 'cancelled', async ({ run, report, signal }) => {
    if (run.id !== first) return { result: {} }
    await succeed(admin.delete(`runs/${run.id}`))
    await t.rejects(report({ progress: 0.1 }), expected({ status: 409, text: 'Step is over: cancelled' }))
    reasons.push(signal.aborted, signal.reason)
    return { result: {} }
  })
  const first = await start({ asset_ids: [id] })
  t.equal((await untilOver(admin, await start({ asset_ids: [id] }))).run.status, 'completed')
  t.match(reasons, [true, { status: 409 }])
  stop.abort()
  t.equal(await working, undefined)
})

onOneService('When the signal ends it, the step under way is brought to its end, and no other is claimed', async (t, world) => {
  const { admin } = world
  const start = await defineQueue(admin, 'stopped')
  const { id } = await addAsset(admin)
  const { stop, working } = workOn(t, await connect(world), 'stopped', ({ signal }) => {
    stop.abort()
    return { result: { aborted: signal.aborted } }
  })
  const runs = [await start({ asset_ids: [id] }), await start({ asset_ids: [id] })]
  await working
  t.match(await wholeRun(admin, runs[0]!), { run: { status: 'completed' }, steps: [{ result: { aborted: false } }] })
  t.match((await wholeRun(admin, runs[1]!)).steps, [{ status: 'ready' }])
})

onOneService('A key that may not claim ends it with an error', async (t, world) => {
  const { id, client } = await world.addUser({ admin: true })
  const { api_key: { key } } = await succeed(client.post('user/api_keys', { name: 'Agent', scope: 'agent' }))
  await succeed(world.admin.post(`admin/users/${id}`, { admin: false }))
  const cutroom = await connect({ ...world, adminKey: key })
  await t.rejects(cutroom.work({ queues: ['q'] }, () => {}), expected({ status: 403 }))
  await t.rejects((await connect(world)).work({ queues: [] }, () => {}), expected({ status: 422 }))
})

const claim = { token: 'a token', run: {}, step: {} }
const answers = {
  claims: { claim },
  GET: { run: { id: 'r1' }, step: { name: 'one' }, item: { type: 'asset' } },
  POST: { run: {}, step: {}, results: [], failed: 0, committed: true }
}

/** A service of one step, as `fetch`. `answer` may fail or refuse; `sent` is the body of a report. */
function serveStep (answer: (kind: keyof typeof answers, sent: any) => Response | undefined): typeof globalThis.fetch {
  return async (url, init) => {
    const kind = String(url).endsWith('/claims') ? 'claims' : init!.method as 'GET' | 'POST'
    const refused = answer(kind, kind === 'POST' ? JSON.parse(init!.body as string) : {})
    init!.signal?.throwIfAborted()
    return refused ?? new Response(JSON.stringify(answers[kind]), { headers: JSON_TYPE })
  }
}

t.test('A step goes on after lost connections and failures that pass, with its token', async (t) => {
  const { createClient } = await clientWithClock(t)
  const stop = new AbortController()
  const seen: string[] = []
  const fetch = serveStep((kind, sent) => {
    if (kind === 'POST' && Object.keys(sent).length === 0) return
    const name = sent.status ?? kind
    seen.push(name)
    const failures = seen.filter((one) => one === name).length
    if (failures === 1) throw new TypeError('fetch failed')
    if (failures === 2) return new Response('late', { status: 502, headers: { 'content-type': 'text/html' } })
  })
  const tokens = new Set<string | null>()
  const cutroom = createClient({
    url: 'http://127.0.0.1',
    key: 'a key',
    fetch: async (url, init) => {
      if (String(url).endsWith('/run')) tokens.add((init!.headers as Headers).get('authorization'))
      return fetch(url, init)
    }
  })
  await cutroom.work({ queues: ['q'], signal: stop.signal }, async ({ item, report }) => {
    t.equal(item.type, 'asset')
    await report({ progress: 0.5 })
    stop.abort()
  })
  t.strictSame(seen, ['claims', 'GET', 'POST', 'completed'].flatMap((name) => Array(3).fill(name)))
  t.strictSame([...tokens], ['Bearer a token'])
})

t.test('A step beats while its handler says nothing, also after beats that were lost, until it is over', async (t) => {
  const { createClient } = await clientWithClock(t)
  const stop = new AbortController()
  let beats = 0
  const ends: unknown[] = []
  const fetch = serveStep((kind, sent) => {
    if (kind !== 'POST') return
    if (sent.status !== undefined) ends.push(sent)
    beats++
    if (beats === 2) throw new TypeError('fetch failed')
    if (beats === 5) return new Response('{"error":"Step is over: running"}', { status: 409, headers: JSON_TYPE })
  })
  const cutroom = createClient({ url: 'http://127.0.0.1', key: 'a key', fetch })
  await cutroom.work({ queues: ['q'], signal: stop.signal }, async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    t.match(signal.reason, { status: 409, text: 'Step is over: running' })
    stop.abort()
    return { result: {} }
  })
  t.equal(beats, 5)
  t.strictSame(ends, [], 'what it returns is not sent')
})

t.test('A step is let go if the service is away for five minutes, or its run is gone', async (t) => {
  const { createClient } = await clientWithClock(t)
  for (const lost of [() => { throw new TypeError('fetch failed') }, () => new Response(null, { status: 401 })]) {
    const stop = new AbortController()
    let isHandled = false
    const fetch = serveStep((kind) => {
      if (kind === 'claims') return
      return isHandled || kind === 'POST' ? lost() : undefined
    })
    const cutroom = createClient({ url: 'http://127.0.0.1', key: 'a key', fetch })
    await cutroom.work({ queues: ['q'], signal: stop.signal }, async ({ report, signal }) => {
      isHandled = true
      await t.rejects(report({ progress: 0.1 }))
      t.equal(signal.aborted, true)
      stop.abort()
    })
  }
})
