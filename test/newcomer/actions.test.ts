import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { projectRoot } from '../../src/basics/paths.js'
import { httpDialects, inOneApp, type World } from '../helper/app.js'
import { buildClients, listeningUrl } from '../helper/client.js'
import { blocksOf } from '../helper/documents.js'
import { installClient } from '../helper/install-client.js'
import { addAsset, readItem, succeed } from '../helper/items.js'
import { withPython } from '../helper/python.js'
import { defineAction, startAction, untilOver } from '../helper/runs.js'
import { addWebhook } from '../helper/webhooks.js'

const onOne = inOneApp(httpDialects, { JOBS: 'on' })
const SECRET = 'a secret of the receiver'

/** The documented lines: a receiver, and an agent. */
const [receiverOfNode, agentOfNode] = blocksOf('docs/actions.md', 'ts')
const [receiverOfPython, agentOfPython] = blocksOf('docs/actions.md', 'python')

/** A program in the folder of a test. */
type Start = (t: Test, world: World, lines: string) => Promise<ChildProcess>

const inNode: Start = async (t, world, lines) => {
  const folder = t.testdir()
  await installClient(folder, await listeningUrl(world))
  writeFileSync(join(folder, 'main.js'), lines)
  return run(t, world, process.execPath, [join(folder, 'main.js')])
}

const inPython: Start = async (t, world, lines) => {
  await buildClients()
  return run(t, world, 'python3', ['-c', lines])
}

async function run (t: Test, world: World, program: string, args: string[]): Promise<ChildProcess> {
  const child = spawn(program, args, {
    env: {
      PATH: process.env.PATH,
      PYTHONPATH: join(projectRoot, 'dist/client'),
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONUNBUFFERED: '1',
      CUTROOM_URL: await listeningUrl(world),
      CUTROOM_KEY: world.adminKey,
      WEBHOOK_SECRET: SECRET
    },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  t.teardown(() => child.kill('SIGKILL'))
  return child
}

/** A receiver at a port that it tells. */
async function receive (t: Test, world: World, start: Start, lines: string): Promise<void> {
  const { admin } = world
  const child = await start(t, world, lines)
  const [port] = await once(child.stdout!, 'data')
  const { id: hook } = await addWebhook(admin, { http_url: `http://127.0.0.1:${Number(port)}`, trigger_events: [] })
  await succeed(admin.post(`admin/webhooks/${hook as number}/webhook_headers`, {
    header_key: 'X-Signature', header_value: SECRET, is_hmac: true
  }))
  const action = await defineAction(admin, { steps: [{ name: 'publish', webhook_id: hook }] })
  const { id } = await addAsset(admin, { title: 'Interview' })
  const { run_ids: [run] } = await startAction(admin, action.id, { asset_ids: [id] })
  t.match(await untilOver(admin, run), { run: { status: 'completed' } })
  const { publications } = await succeed(admin.get(`assets/${id as string}/publications`))
  t.match(publications, [{ url: `https://example.com/films/${id as string}`, title: 'Interview', run_id: run }])
  const refused = await fetch(`http://127.0.0.1:${Number(port)}`, { method: 'POST', body: '{}' })
  t.equal(refused.status, 401)
}

async function work (t: Test, world: World, start: Start, lines: string): Promise<void> {
  const { admin } = world
  const { api_key: { key } } = await succeed(admin.post('user/api_keys', { name: 'Agent', scope: 'agent' }))
  const child = await start(t, { ...world, adminKey: key }, lines)
  const action = await defineAction(admin, {
    steps: [{ name: 'speech', queue: 'speech' }], parameters: [{ name: 'language', field_type: 'textbox' }]
  })
  const { id } = await addAsset(admin, { title: 'Interview' })
  const { run_ids: [run] } = await startAction(admin, action.id, { asset_ids: [id], parameters: { language: 'English' } })
  t.match(await untilOver(admin, run), {
    run: { status: 'completed' }, steps: [{ result: { words: 2 } }], log: [{ message: 'Listening in English' }]
  })
  t.match((await succeed(admin.get(`assets/${id as string}/comments`))).comments, [{ text: 'Good evening' }])
  t.strictSame((await readItem(admin, 'assets', id)).tags, ['transcribed'])
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  t.equal(code, 0, 'it ends gracefully')
}

const telling = {
  node: "listen(0, '127.0.0.1', function () { console.log(this.address().port) })",
  python: "server = HTTPServer(('127.0.0.1', 0), Receiver)\nprint(server.server_port)\nserver.serve_forever()"
}

onOne('The documented receiver of steps runs as printed', async (t, world) =>
  receive(t, world, inNode, receiverOfNode!.replace('listen(8080)', telling.node)))

onOne('The documented agent runs as printed', async (t, world) => work(t, world, inNode, agentOfNode!))

withPython(onOne)('The documented receiver of steps in Python runs as printed', async (t, world) =>
  receive(t, world, inPython, receiverOfPython!.replace(/HTTPServer\(\(.*/, telling.python)))

withPython(onOne)('The documented agent in Python runs as printed', async (t, world) => work(t, world, inPython, agentOfPython!))
