import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { createOperations } from '#src/cli/operations.js'
import { uploadFiles, type UploadCommandOptions } from '#src/operations/upload/upload.js'
import { createUsers } from '#src/access/users.js'
import { createWorld, httpDialects, type World } from '../../helper/app.js'
import { loadClient } from '../../helper/client.js'
import { portOf } from '../../helper/connection.js'
import { addAsset, eventsOf, NOBODYS_ID } from '../../helper/items.js'
import { isRefused, runProgram, startProgram } from '../../helper/program.js'
import { sha256 } from '../../helper/media/fetching.js'
import { readUntil, filesIn, inOneAppWithMedia, mediaSettings, settledMedia } from '../../helper/media/world.js'
import { breakAfter, stallAfter, startFront, type Meddle } from '../../helper/front.js'

// The command sends by the client for programs.
await loadClient()

// The tests mostly wait, for the pauses of the client before it tries again.
t.jobs = 4

const inAnAccount = inOneAppWithMedia()

const MEBIBYTE = 1024 ** 2
const bytes = randomBytes(3 * MEBIBYTE)
const silent = { report: () => {}, end: () => {} }

/** A service that listens behind a proxy, and the command that uploads to it. */
async function serve (t: Test, { app, adminKey: key, adminCaller }: World, meddle: Meddle = () => false) {
  const { accountId } = adminCaller
  const port = await portOf(app)
  const { url, requests } = await startFront(t, () => port, meddle)
  const place = await mkdtemp(join(tmpdir(), 'cutroom-upload-'))
  t.teardown(() => rm(place, { recursive: true, force: true }))
  const folder = join(place, 'cache/cutroom/uploads')
  return {
    url,
    requests,
    folder,
    environment: { CUTROOM_URL: url, CUTROOM_KEY: key, XDG_CACHE_HOME: join(place, 'cache') },
    write: async (name: string, content: Uint8Array | string = bytes) => {
      await writeFile(join(place, name), content)
      return join(place, name)
    },
    upload: async (options: { files: string[] } & Partial<UploadCommandOptions>) => {
      const answer = await uploadFiles({ url, key, folder, progress: silent, ...options })
      // The folder of the test is removed with it.
      await readUntil(async () => app.database.reads.prisma.mediaFile.count({ where: { accountId, status: { not: 'ready' } } }),
        (count) => count === 0)
      return answer
    }
  }
}

async function assetsOf ({ app, adminCaller: { accountId } }: World): Promise<Array<{ id: string, title: string }>> {
  return app.database.reads.prisma.asset.findMany({ where: { accountId }, select: { id: true, title: true }, orderBy: { createdAt: 'asc' } })
}

inAnAccount('Each uploaded file becomes an asset with the name of the file', async (t, world) => {
  const { upload, write, folder } = await serve(t, world)
  const [film, note] = [await write('film “one”.mov'), await write('nothing.txt', '')]
  const answer = await upload({ files: [film, note] })
  t.match(answer, {
    uploads: [{ file: film, size: bytes.length, error: null }, { file: note, size: 0, error: null }],
    failed: 0,
    duration_ms: Number
  })
  const [first, second] = answer.uploads.map(({ asset_id: id }) => id!)
  t.match(await settledMedia(world.admin, first!), [{
    status: 'ready', filename: 'film “one”.mov', size: bytes.length, checksum: { value: sha256(bytes) }
  }])
  t.match(await settledMedia(world.admin, second!), [{ status: 'ready', filename: 'nothing.txt', size: 0 }])
  t.same((await assetsOf(world)).map(({ title }) => title), ['film “one”.mov', 'nothing.txt'])
  t.same(await readdir(folder), [], 'no state of finished uploads is left')

  const again = await upload({ files: [film] })
  t.not(again.uploads[0]!.asset_id, first, 'the same file is another asset')
})

inAnAccount('With --asset a file is uploaded into an existing asset', async (t, world) => {
  const { upload, write } = await serve(t, world)
  const { id } = await addAsset(world.admin, { title: 'Interview' })
  const file = await write('film.mov')
  t.match(await upload({ files: [file], asset: id }), { uploads: [{ asset_id: id, error: null }], failed: 0 })
  t.match(await settledMedia(world.admin, id), [{ status: 'ready', checksum: { value: sha256(bytes) } }])
  t.same((await assetsOf(world)).map(({ title }) => title), ['Interview'])
  t.match(await upload({ files: [file], asset: NOBODYS_ID }), { uploads: [{ error: 'asset not found' }], failed: 1 })
}, {}, httpDialects)

inAnAccount('An upload whose connection is lost continues where it was', async (t, world) => {
  let pieces = 0
  const { upload, write, requests } = await serve(t, world, (request) => {
    if (request.method === 'PATCH' && ++pieces <= 2) breakAfter(request, MEBIBYTE)
    return false
  })
  const { uploads: [sent] } = await upload({ files: [await write('film.mov')] })
  t.match(await settledMedia(world.admin, sent!.asset_id!), [{ checksum: { value: sha256(bytes) } }])
  const offsets = requests.filter(({ method }) => method === 'PATCH').map(({ offset }) => offset!)
  t.ok(offsets[0] === 0 && offsets.at(-1)! > 0, offsets.join(', '))
  t.equal((await assetsOf(world)).length, 1)
}, {}, httpDialects)

inAnAccount('A lost answer does not cause a second asset', async (t, world) => {
  const lost = new Set<string>()
  const { upload, write } = await serve(t, world, ({ method, url, socket }, response) => {
    // The request reaches the service, but its answer is lost.
    if (method === 'POST' && !lost.has(url!)) {
      lost.add(url!)
      response.writeHead = () => {
        socket.destroy()
        return response
      }
    }
    return false
  })
  const { uploads: [sent] } = await upload({ files: [await write('film.mov')] })
  t.equal(lost.size, 2)
  t.match(await settledMedia(world.admin, sent!.asset_id!), [{ status: 'ready' }])
  t.equal((await assetsOf(world)).length, 1)
  t.equal(await world.app.database.reads.prisma.upload.count({ where: { accountId: world.adminCaller.accountId } }), 1)
})

inAnAccount('A command that was killed continues where it was when it is run again', async (t, world) => {
  let isStalled = true
  const { environment, write, folder, requests } = await serve(t, world, (request) => {
    if (request.method === 'PATCH' && isStalled) stallAfter(request, MEBIBYTE)
    return false
  })
  const path = await write('film.mov')
  const command = ['upload', path]
  const first = await startProgram(t, 'src/cli/main.js', command, environment)
  const { accountId } = world.adminCaller
  const uploads = async () => world.app.database.reads.prisma.upload.findMany({ where: { accountId } })
  await readUntil(uploads, ([upload]) => Number(upload?.progress ?? 0) > 0)
  const [{ mode }, { mode: within }] = [await stat(folder), await stat(join(folder, (await readdir(folder))[0]!))]
  t.same([mode & 0o777, within & 0o777], [0o700, 0o600], 'only the user may read the signed path')
  first.process.kill('SIGKILL')
  await first.ended
  isStalled = false
  const { code, stdout, stderr } = await runProgram(t, 'src/cli/main.js', command, environment)
  t.same([code, stderr], [0, ''])
  const { uploads: [sent] } = JSON.parse(stdout)
  t.match(await settledMedia(world.admin, sent.asset_id), [{ status: 'ready', checksum: { value: sha256(bytes) } }])
  t.equal((await assetsOf(world)).length, 1)
  const offsets = requests.filter(({ method }) => method === 'PATCH').map(({ offset }) => offset!)
  t.ok(offsets.at(-1)! >= MEBIBYTE, offsets.join(', '))
}, {}, httpDialects)

inAnAccount('An upload that the service has forgotten begins again, in the same asset if that still exists', async (t, world) => {
  let isBroken = true
  const { upload, write } = await serve(t, world, (request) => {
    if (request.method === 'PATCH' && isBroken) breakAfter(request, MEBIBYTE)
    return false
  })
  const [kept, lost] = [await write('kept.mov'), await write('lost.mov')]
  const broken = await upload({ files: [kept, lost], patienceMs: 1 })
  t.match(broken, { failed: 2, uploads: [{ error: /goes on with it/ }, { error: /goes on with it/ }] })
  await upload({ files: [lost], patienceMs: 1 })
  const [asset, other] = await assetsOf(world)
  const { accountId } = world.adminCaller
  await world.app.transact(world.adminCaller, async (tx) => tx.prisma.upload.deleteMany({ where: { accountId } }))
  await world.admin.delete(`assets/${other!.id}`)
  isBroken = false
  const { uploads } = await upload({ files: [kept, lost] })
  t.equal(uploads[0]!.asset_id, asset!.id)
  t.same((await assetsOf(world)).map(({ title }) => title), ['kept.mov', 'lost.mov'])
  for (const { asset_id: id } of uploads) t.match(await settledMedia(world.admin, id!), [{ status: 'ready' }])
}, {}, httpDialects)

inAnAccount('A request that is answered with Retry-After is repeated after that time', async (t, world) => {
  const refused = new Map<string, number>()
  const { upload, write } = await serve(t, world, ({ method }, response) => {
    const times = refused.get(method!) ?? 0
    if (times === 2) return false
    refused.set(method!, times + 1)
    response.writeHead(503, { 'retry-after': '0', 'content-type': 'application/json' }).end('{"error":"Service is overloaded"}')
    return true
  })
  const { uploads: [sent], failed } = await upload({ files: [await write('film.mov')] })
  t.equal(failed, 0)
  t.match(await settledMedia(world.admin, sent!.asset_id!), [{ checksum: { value: sha256(bytes) } }])
  t.same([...refused], [['GET', 2], ['POST', 2], ['HEAD', 2], ['PATCH', 2]])
}, {}, httpDialects)

inAnAccount('The progress shown to a person follows the bytes, and gives the reason for a wait', async (t, world) => {
  let pieces = 0
  const { upload, write } = await serve(t, world, (request) => {
    if (request.method === 'PATCH' && ++pieces === 1) breakAfter(request, MEBIBYTE)
    return false
  })
  const told: Array<[string, number, number]> = []
  const progress = { report: (...line: [string, number, number]) => { told.push(line) }, end: () => {} }
  await upload({ progress, files: [await write('film\u001B.mov')] })
  t.same(told.at(-1), ['Uploading film?.mov', bytes.length, bytes.length])
  t.ok(told.some(([what, sent]) => /^Uploading film\?\.mov, waiting \(.+\)$/.test(what) && sent > 0))
  t.ok(new Set(told.map(([, sent]) => sent)).size > 5)
}, {}, httpDialects)

inAnAccount('Files may be larger than 4 GiB', async (t, world) => {
  const size = 5 * 1024 ** 3
  const end = 'the end'
  let received = ''
  // A service that has all but the end already.
  const { upload, write } = await serve(t, world, (request, response) => {
    if (!request.url!.includes('/uploads/')) return false
    if (request.method === 'HEAD') {
      response.writeHead(200, { 'upload-offset': size - end.length, 'upload-length': size }).end()
      return true
    }
    request.on('data', (chunk: Buffer) => { received += chunk.toString() })
    request.on('end', () => response.writeHead(204, { 'upload-offset': size }).end())
    return true
  })
  const file = await write('long.mov', '')
  await truncate(file, size - end.length)
  appendFileSync(file, end)
  t.match(await upload({ files: [file] }), { failed: 0, uploads: [{ size, error: null }] })
  t.equal(received, end)
}, {}, httpDialects)

t.test('A file that changes while it is sent is refused, and nothing of it is kept', async (t) => {
  const world = await createWorld(t, 'sqlite', mediaSettings(t))
  let changing = ''
  const { upload, write, folder } = await serve(t, world, (request) => {
    if (request.method === 'PATCH') {
      appendFileSync(changing, 'more')
      breakAfter(request, MEBIBYTE)
    }
    return false
  })
  changing = await write('growing.log')
  t.match(await upload({ files: [changing] }), { failed: 1, uploads: [{ error: /growing\.log has changed while it was sent$/ }] })
  t.same(await readdir(folder), [])
  await readUntil(() => filesIn(world), ({ incoming }) => incoming.length === 0)
})

inAnAccount('A mistake that prevents every upload is reported before anything is sent', async (t, world) => {
  const { upload, write, url } = await serve(t, world)
  const { email } = await world.addUser()
  const { api_key: readOnly } = await createUsers(world.app).addKey({ email, scope: 'read' })
  const file = await write('film.mov')
  const cases: Array<[Parameters<typeof upload>[0], RegExp]> = [
    [{ files: [file, 'nowhere.mov'] }, /^There is no file .*\/nowhere\.mov$/],
    [{ files: [file, dirname(file)] }, /is a folder: name the files in it$/],
    [{ files: ['/dev/null'] }, /^\/dev\/null is no file$/],
    [{ files: [file, file], asset: 'x' }, /^--asset takes one file$/],
    [{ files: [file], key: 'cutroom_of_nobody_at_all' }, /does not know this key$/],
    [{ files: [file], key: readOnly }, /^This key may only read$/],
    [{ files: [file], url: 'http://127.0.0.1:2' }, /^There is no service at http:\/\/127\.0\.0\.1:2 \(ECONNREFUSED\)$/],
    [{ files: [file], url: `${url}/console` }, /^There is no Cutroom at .*\/console: /],
    [{ files: [file], url: 'cutroom.example.com' }, /^--url must be a URL that starts with/]
  ]
  for (const [options, message] of cases) await t.rejects(upload(options), { message, name: 'OperatorMistake' })
  t.same(await assetsOf(world), [])
}, {}, httpDialects)

inAnAccount('What systems leave on a card is not sent, and the command says so', async (t, world) => {
  const { upload, write } = await serve(t, world)
  const junk = [await write('._A.JPG', 'x'), await write('.DS_Store', 'x'), await write('Thumbs.db', 'x')]
  const answer = await upload({ files: [junk[0]!, await write('A.JPG', 'x'), ...junk.slice(1)] })
  t.match(answer, { failed: 0, left_out: junk })
  t.strictSame((await assetsOf(world)).map(({ title }) => title), ['A.JPG'])
}, {}, httpDialects)

inAnAccount('A refused file does not prevent the upload of the others', async (t, world) => {
  const { upload, write, folder } = await serve(t, world)
  const { uploads, failed } = await upload({ files: [await write('large.mov'), await write('small.txt', 'small')] })
  t.equal(failed, 1)
  t.match(uploads, [{ error: /Must be a Integer from 0 to 1000$/ }, { error: null }])
  t.same(await readdir(folder), [])
}, { MEDIA_MAX_BYTES: '1000' }, httpDialects)

inAnAccount('The state of an upload that was not continued for a month is removed', async (t, world) => {
  const { upload, write, folder } = await serve(t, world)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'old.json'), '{}')
  await writeFile(join(folder, 'new.json'), '{}')
  await utimes(join(folder, 'old.json'), 0, 0)
  await upload({ files: [await write('film.mov')] })
  t.same(await readdir(folder), ['new.json'])
}, {}, httpDialects)

inAnAccount('Files are uploaded even if the folder for the state of uploads cannot be written', async (t, world) => {
  const { upload, write, folder } = await serve(t, world)
  await mkdir(join(folder, '../..'), { recursive: true })
  await writeFile(join(folder, '..'), 'a file')
  t.equal((await upload({ files: [await write('film.mov')] })).failed, 0)
}, {}, httpDialects)

inAnAccount('The command takes its key and address from the environment, and reports in one line what is missing', async (t, world) => {
  const { environment, write } = await serve(t, world)
  const file = await write('note.txt', 'a note')
  const done = await runProgram(t, 'src/cli/main.js', ['upload', file], environment)
  t.same([done.code, done.stderr], [0, ''])
  const { id } = (await assetsOf(world))[0]!
  t.match(JSON.parse(done.stdout), { uploads: [{ file, asset_id: id, size: 6, error: null }], failed: 0 })
  await settledMedia(world.admin, id)
  t.same((await eventsOf(world.admin, 'assets', id)).at(-1), 'ASSET_ADDED')

  const { CUTROOM_KEY: key, CUTROOM_URL: url, ...rest } = environment
  const upload = async (options: { url?: string, key?: string }, settings: Record<string, string> = rest) =>
    createOperations(settings).upload({ files: [file], ...options })
  t.match(await upload({ url, key }), { failed: 0 }, 'options name them, too')
  isRefused(t, await runProgram(t, 'src/cli/main.js', ['upload', file], rest), /^error: An API key is missing: CUTROOM_KEY or --key names it$/m)
  await t.rejects(upload({}, { ...rest, CUTROOM_KEY: key, PORT: '1' }), { message: /no service at http:\/\/127\.0\.0\.1:1 / })
  const failed = await runProgram(t, 'src/cli/main.js', ['upload', '--asset', NOBODYS_ID, file], environment)
  t.equal(failed.code, 1)
  t.match(JSON.parse(failed.stdout), { failed: 1 })
}, {}, httpDialects)
