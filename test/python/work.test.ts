import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { httpDialects, inOneApp } from '../helper/app.js'
import { JSON_TYPE } from '../helper/bad-service.js'
import { listeningUrl } from '../helper/client.js'
import { addAsset, readItem, succeed } from '../helper/items.js'
import { runPython, skip, withPython } from '../helper/python.js'
import { defineAction, startAction, wholeRun } from '../helper/runs.js'

const onOne = withPython(inOneApp(httpDialects, { JOBS: 'on' }))

onOne('A handler in Python gets its step, says how far it is, and what it returns or raises ends the step', async (t, world) => {
  const { admin, adminKey } = world
  const { id: action } = await defineAction(admin, { steps: [{ name: 'speech', queue: 'python', attempts: 1 }] })
  const { id } = await addAsset(admin, { title: 'Interview' })
  const other = await addAsset(admin)
  await succeed(admin.put(`assets/${other.id as string}`, { external_id: 'taken' }))
  const cases = ['done', 'nothing', 'raised', 'long', 'large', 'circular', 'other', 'errors', 'cancelled', 'last']
  const runs: string[] = []
  while (runs.length < cases.length) runs.push((await startAction(admin, action, { asset_ids: [id] })).run_ids[0])
  const shown = await runPython(`
import threading
stop = threading.Event()
client = Client(arguments['url'], arguments['key'])
path = f"/api/v2/assets/{arguments['id']}"
circular = {}
circular['self'] = circular
seen = []

def handle(task):
    name = arguments['names'].pop(0)
    if name == 'done':
        seen.append([task['run']['status'], task['step']['name'], task['item']['asset']['title'], task['over'].is_set()])
        task['report'](progress=0.5, message='Half')
        seen.append(client.get_run(task['run']['id'])['log'][0]['message'])
        return {'result': {'words': 812}, 'operations': [
            {'method': 'PUT', 'path': path, 'body': {'tags': ['done']}},
            {'method': 'POST', 'path': path + '/comments', 'body': {'text': 'Done'}}
        ]}
    if name == 'raised':
        raise ValueError('The sound cannot be read')
    if name == 'long':
        raise ValueError('ü€😀' * 1000)
    if name == 'large':
        return {'result': {'text': 'x' * 20000}}
    if name == 'circular':
        return {'result': circular}
    if name == 'other':
        return {'operations': [{'method': 'PUT', 'path': path, 'body': {'title': 'x'}}, {'method': 'DELETE', 'path': path}]}
    if name == 'errors':
        return {'operations': [{'method': 'PUT', 'path': path, 'body': {'external_id': 'taken'}}]}
    if name == 'cancelled':
        client.delete_run(task['run']['id'])
        seen.append([refused(task['report'], progress=0.1)[:3], task['over'].is_set()])
    if name == 'last':
        stop.set()

client.work(['python'], handle, stop)
show({'seen': seen, 'refused': refused(client.work, [], handle)[:2]})`, {
    url: await listeningUrl(world), key: adminKey, id, names: cases
  })
  t.strictSame(shown, {
    seen: [
      ['running', 'speech', 'Interview', false], 'Half', [['CutroomError', 409, 'Step is over: cancelled'], true]
    ],
    refused: ['CutroomError', 422]
  })
  const outcomes = await Promise.all(runs.map(async (run) => (await wholeRun(admin, run)).run))
  t.match(outcomes.map(({ status, error }) => error ?? status), [
    'completed',
    'completed',
    'speech: The sound cannot be read',
    /^speech: ü/,
    /^speech: .*Must be at most 16384 bytes$/,
    'speech: Circular reference detected',
    'speech: Not possible in a run',
    'speech: external_id: has already been taken',
    'cancelled',
    'completed'
  ])
  t.equal([...outcomes[3].error].length, 'speech: '.length + 1000)
  t.match((await wholeRun(admin, runs[0]!)).steps, [{ result: { words: 812 } }])
  t.strictSame((await readItem(admin, 'assets', id)).tags, ['done'])
  t.equal((await succeed(admin.get(`assets/${id as string}/comments`))).comments.length, 1)
})

t.test('In Python a step beats, goes on after lost connections, and is let go when it is over', { skip }, async (t) => {
  const seen: string[] = []
  const handOut = { run: { id: 'r1' }, step: { name: 'one' }, item: { type: 'asset' } }
  let beats = 0
  const server = createServer(async (request, response) => {
    const sent = JSON.parse(Buffer.concat(await request.toArray()).toString() || '{}')
    const isClaim = request.url!.endsWith('/claims')
    if (!isClaim) t.equal(request.headers.authorization, 'Bearer a token')
    const isBeat = request.method === 'POST' && !isClaim && Object.keys(sent).length === 0
    const name = isClaim ? 'claim' : isBeat ? 'beat' : request.method === 'GET' ? 'read' : sent.status ?? 'report'
    if (!isBeat) seen.push(name)
    const answer = (status: number, body: object) => response.writeHead(status, JSON_TYPE).end(JSON.stringify(body))
    const isSecond = seen.includes('completed')
    if (isBeat && isSecond) beats++
    if (isBeat && isSecond && beats === 2) response.destroy()
    else if (isBeat && beats > 3) answer(409, { error: 'Step is over: running' })
    else if (!isBeat && seen.filter((one) => one === name).length === 1) response.destroy()
    else if (isClaim) answer(200, { claim: { token: 'a token', run: {}, step: {} } })
    else if (name === 'read') answer(200, handOut)
    else answer(200, { run: {}, step: {}, results: [], failed: 0, committed: true })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const shown = await runPython(`
import threading
cutroom._BEAT_S = 0.05
cutroom.time.sleep, stop, handled = lambda seconds: None, threading.Event(), []

def handle(task):
    handled.append(task['item']['type'])
    if len(handled) == 1:
        task['report'](progress=0.5)
        return
    stop.set()
    handled.append(task['over'].wait(60))
    return {'result': {}}

Client(arguments['url'], 'a key').work(['q'], handle, stop)
show(handled)`, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  t.strictSame(shown, ['asset', 'asset', true])
  t.strictSame(seen, ['claim', 'claim', 'read', 'read', 'report', 'report', 'completed', 'completed', 'claim', 'read'])
})
