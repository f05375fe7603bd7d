import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { projectRoot } from '#src/basics/paths.js'
import { eventually } from '#test/helper/receiver.js'

const KEY = 'key-of-the-administrator'

/** `npm start` in a folder of its own, where everything is already built. */
async function start (t: Test) {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-stop-'))
  for (const name of ['package.json', 'scripts', 'dist', 'node_modules', 'prisma']) {
    symlinkSync(join(projectRoot, name), join(folder, name))
  }
  const { PATH = '', HOME = '' } = process.env
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { PATH, HOME, PORT: '0', ADMIN_API_KEY: KEY },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true
  })
  const ended = once(child, 'exit')
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => { printed += chunk })
  t.teardown(() => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // The whole process group has ended.
    }
    rmSync(folder, { recursive: true, force: true })
  })
  const url = await eventually('the service', () => /Cutroom serves (\S+)/.exec(printed)?.[1])
  return { url, ended, log: () => printed, terminate: () => child.kill('SIGTERM') }
}

async function open (
  url: string, sent: string
): Promise<{ socket: Socket, answer: Promise<string>, closed: Promise<unknown> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const [answer, closed] = [text(socket), once(socket, 'close')]
  await once(socket, 'connect')
  socket.write(sent)
  return { socket, answer, closed }
}

t.test('On SIGTERM, `npm start` ends when its requests are answered, even if clients stay connected', async (t) => {
  const service = await start(t)
  const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }
  const { asset } =
    await (await fetch(`${service.url}/api/v2/assets`, { method: 'POST', headers, body: '{"title":"Old"}' }))
      .json() as any
  const silent = await open(service.url, '')
  const hesitant = await open(service.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n')
  const keeping = await open(service.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(keeping.socket, 'data')
  const body = JSON.stringify({ title: 'New' })
  const writing = await open(
    service.url,
    `PUT /api/v2/assets/${asset.id} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`
  )
  await once(writing.socket, 'data')

  service.terminate()
  await Promise.all([silent.closed, hesitant.closed, keeping.closed])
  writing.socket.write(body)
  const answer = await writing.answer
  t.match(answer, /HTTP\/1\.1 200 OK/)
  t.match(answer, /connection: close/i)
  t.match(answer, '"title":"New"')
  await service.ended
  await t.rejects(fetch(`${service.url}/healthz`), 'nothing listens any more')
  t.match(service.log(), /"msg":"stopping"/)
  t.notMatch(service.log(), /cut off/)
})
