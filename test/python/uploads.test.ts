import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IncomingMessage } from 'node:http'
import type { Test } from 'tap'
import type { World } from '../helper/app.js'
import { httpDialects } from '../helper/app.js'
import { portOf } from '../helper/connection.js'
import { breakAfter, startFront, type Meddle } from '../helper/front.js'
import { addAsset } from '../helper/items.js'
import { runPython, withPython } from '../helper/python.js'
import { inOneAppWithMedia, mediaOf } from '../helper/media/world.js'

const MEBIBYTE = 1024 ** 2
const bytes = randomBytes(9 * MEBIBYTE)
const checksum = createHash('sha256').update(bytes).digest('hex')
const onOne = withPython(inOneAppWithMedia(httpDialects))

/** Uploads through a proxy that may break connections, and returns what was printed. */
async function upload (t: Test, { app, admin, adminKey }: World, meddle: Meddle, lines: string) {
  const port = await portOf(app)
  const { url, requests } = await startFront(t, () => port, meddle)
  const { id } = await addAsset(admin)
  const file = join(t.testdir(), 'film.mov')
  writeFileSync(file, bytes)
  const printed = await runPython(`
cutroom._LONGEST_BACKOFF_S = 0.05
client = Client(arguments['url'], arguments['key'])
asset, path = arguments['id'], arguments['file']
${lines}`, { url, key: adminKey, id, file })
  return { id, printed, pieces: requests.filter(({ method }) => method === 'PATCH'), requests }
}

const isPiece = ({ method }: IncomingMessage) => method === 'PATCH'
type Check = (t: Test, sent: Awaited<ReturnType<typeof upload>>, world: World) => unknown
const usual = (lines: string, check: Check, meddle: Meddle) => async (t: Test, world: World) => {
  await check(t, await upload(t, world, meddle, lines), world)
}

onOne('The client for Python uploads a file, and resumes after its connection was lost', usual(`
told = []
file = client.upload(asset, path, on_progress=lambda sent, total: told.append((sent, total)))
show([file, told == sorted(told), told[-1]])`, (t, { printed: [file, isAscending, last], pieces }) => {
  t.match(file, { filename: 'film.mov', status: 'ready', size: bytes.length, checksum: { value: checksum } })
  t.strictSame([isAscending, last], [true, [bytes.length, bytes.length]])
  t.ok(pieces.length > 2)
  t.ok(pieces.some(({ offset }) => offset! > 0 && offset! < 8 * MEBIBYTE), 'it goes on where it was')
}, breaksFirst()))

/** Breaks the connection of the first piece in its middle. */
function breaksFirst (): Meddle {
  let pieces = 0
  return (request) => {
    if (isPiece(request) && ++pieces === 1) breakAfter(request, MEBIBYTE)
    return false
  }
}

/** A proxy that takes no larger bodies. */
const takesAtMost = (most: number): Meddle => (request, response) => {
  if (!isPiece(request) || Number(request.headers['content-length']) <= most) return false
  response.writeHead(413, { 'content-type': 'text/html', connection: 'close' }).end('<html>')
  request.resume()
  return true
}

onOne('After 413 the client for Python halves its pieces', usual(`
with open(path, 'rb') as file:
    file.seek(5)
    show(client.upload(asset, file, 'other.mov'))`, (t, { printed }) => {
  t.match(printed, { filename: 'other.mov', status: 'ready', checksum: { value: checksum } })
}, takesAtMost(1.5 * MEBIBYTE)))

onOne('If a proxy takes not even the smallest piece, the error says so', usual(`
error = None
try:
    client.upload(asset, path)
except CutroomError as refusal:
    error = refusal
show([error.status, str(error)])`, (t, { printed: [status, message] }) => {
  t.equal(status, 413)
  t.match(message, /proxy.*524288 bytes \(512 KiB\)/)
}, takesAtMost(1000)))

onOne('An upload goes on after refusals that pass, and not after others', usual(`
show([client.upload(asset, path)['status'], refused(client.upload, 'nothing', path),
    refused(client.send, {'url': '/uploads/nothing?signature=x'}, path)])`, (t, { printed }) => {
  t.match(printed, ['ready', ['CutroomError', 404, 'asset not found'], ['CutroomError', 403]])
}, passing([503, 423, 409, 408, 500])))

/** Refuses the first pieces. */
function passing (statuses: number[]): Meddle {
  return (request, response) => {
    const status = isPiece(request) ? statuses.shift() : undefined
    if (status === undefined) return false
    request.resume().on('end', () => response.writeHead(status, { 'retry-after': '0' }).end())
    return true
  }
}

onOne('An upload gives up when no byte arrives for a while', usual(`
cutroom._PATIENCE_S = 0.3
show(refused(client.upload, asset, path))`, (t, { printed }) => {
  t.match(printed, ['CutroomError', 502, null])
}, (request, response) => {
  if (!isPiece(request)) return false
  request.resume().on('end', () => response.writeHead(502).end())
  return true
}))

onOne('An upload goes on after connections that are silent for ever', usual(`
import socket
nobody = socket.create_server(('127.0.0.1', 0))
transport, seen = client._transport, set()
exchange, port = transport.exchange, transport._port
def silent_at_first(method, target, *args):
    kind = f"{method} {target.split('/')[1]}"
    transport._port, transport._timeout = (port, 60) if kind in seen else (nobody.getsockname()[1], 0.01)
    seen.add(kind)
    return exchange(method, target, *args)
transport.exchange = silent_at_first
show([client.upload(asset, path)['status'], sorted(seen)])`, (t, { printed, requests }) => {
  t.strictSame(printed, ['ready', ['GET api', 'HEAD uploads', 'PATCH uploads', 'POST api']])
  t.equal(requests.filter(({ method }) => method === 'POST').length, 1)
}, () => false))

onOne('An upload goes on when the proxy in front of the service was restarted', usual(`
import socket
closed = socket.create_server(('127.0.0.1', 0)).getsockname()[1]
transport, tries = client._transport, itertools.count()
exchange, port = transport.exchange, transport._port
def refused_at_first(method, target, *args):
    transport._port = closed if next(tries) in (1, 2, 3) else port
    return exchange(method, target, *args)
transport.exchange = refused_at_first
show([client.upload(asset, path)['status'], next(tries) > 4])`, (t, { printed }) => {
  t.strictSame(printed, ['ready', true])
}, () => false))

onOne('A key that has ended ends what needs it, and an upload that was begun is sent', usual(`
made = client.create_api_key(name='Short')['api_key']
short = Client(arguments['url'], made['key'])
upload = short.create_upload(asset, filename='a', size=3)['upload']
changes = short.changes()
client.delete_api_key(made['id'])
show([short.send(upload, io.BytesIO(b'abc')), refused(next, changes), refused(lambda: list(short.pages(short.find_items))),
    refused(short.upload, asset, path)])`, (t, { printed }) => {
  t.strictSame(printed, [null, ...Array(3).fill(['CutroomError', 401, null, null])])
}, () => false))

onOne('Empty files, files of another size, and what is interrupted', usual(`
class Stop(Exception): pass
def stop(sent, total): raise Stop('enough')
upload = client.create_upload(asset, filename='three.bin', size=3)['upload']
show([
    client.upload(asset, io.BytesIO(b''), 'empty.bin')['size'],
    client.send(upload, io.BytesIO(b'abc')),
    refused(client.send, client.create_upload(asset, filename='b', size=4)['upload'], io.BytesIO(b'abc')),
    refused(client.upload, asset, path, on_progress=stop),
])`, async (t, { id, printed, requests }, { admin }) => {
  t.match(printed, [0, null, ['CutroomError', 422, 'Must have 4 bytes'], ['Stop', 'enough']])
  t.equal(requests.at(-1)!.method, 'DELETE', 'what was interrupted is cancelled')
  t.notOk((await mediaOf(admin, id)).some(({ filename }) => filename === 'film.mov'))
}, () => false))

onOne('Two uploads of the same file to one asset at once both end', usual(`
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor() as pool:
    files = list(pool.map(lambda _: client.upload(asset, path), range(2)))
show([len({file['id'] for file in files}), [[file['status'], file['checksum']['value']] for file in files]])`, (t, { printed }) => {
  t.strictSame(printed, [2, Array(2).fill(['ready', checksum])])
}, () => false), { MEDIA_VERSIONS: '5' })

onOne('Changes are followed from now on', async (t, { app, adminKey }) => {
  const url = `http://127.0.0.1:${await portOf(app)}`
  const printed = await runPython(`
client = Client(arguments['url'], arguments['key'])
told = []
changes = client.changes(on_next=told.append, type='asset')
asset = client.create_asset(title='Later')['asset']['id']
page = next(changes)
show([page['changes'][0]['event'], page['changes'][0]['targets']['asset_id'] == asset, len(told)])`, { url, key: adminKey })
  t.strictSame(printed, ['ASSET_ADDED', true, 1])
})
