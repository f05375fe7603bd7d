import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { dropAvatar } from '#src/avatars/avatars.js'
import { LARGEST_AVATAR } from '#src/avatars/task.js'
import { incomingFolder } from '#src/process/media-folders.js'
import { inAppOfProcess, type Client } from '#test/helper/app.js'
import { addProject, succeed } from '#test/helper/items.js'
import { makePhoto, makePicture } from '#test/helper/media/samples.js'

const onBothDatabases = inAppOfProcess()

const NO_PICTURE = { error: 'Must be a PNG, JPEG, WebP, GIF or AVIF picture' }

const put = (client: Client, bytes: Buffer, type = 'image/png') =>
  client.send('PUT', 'user/avatar', bytes, { 'content-type': type })

const pathOf = (url: string) => url.slice(new URL(url).origin.length)

async function load (app: FastifyInstance, url: string, headers: Record<string, string> = {}) {
  return app.inject({ method: 'GET', url: pathOf(url), headers })
}

/** The colours of some points, from 0 to 1. */
async function coloursAt (bytes: Buffer, points: ReadonlyArray<readonly [number, number]>): Promise<string[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return points.map(([x, y]) => {
    const at = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * info.channels
    const [red, green, blue] = data.subarray(at, at + 3)
    return red! > 128 ? 'red' : green! > 100 ? 'green' : blue! > 128 ? 'blue' : 'black'
  })
}

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } }).png().toBuffer()

/** Red, green and blue beside each other. */
async function bands (): Promise<Buffer> {
  return sharp(await plain(600, 200, 'rgb(0,160,0)')).composite([
    { input: await plain(200, 200, 'rgb(255,0,0)'), left: 0, top: 0 },
    { input: await plain(200, 200, 'rgb(0,0,255)'), left: 400, top: 0 }
  ]).png().toBuffer()
}

onBothDatabases('A picture becomes a square of 256 pixels, and is shown wherever the user is', async (t, { app, admin, addUser }) => {
  const { id, client } = await addUser()
  const { user } = await succeed(put(client, await bands()))
  t.match(user, { id, avatar_url: /^http.*\/avatars\/[0-9a-f-]{36}\?signature=[\w-]{43}$/ })
  const picture = await load(app, user.avatar_url)
  t.match(picture.headers, {
    'content-type': 'image/webp', 'cache-control': 'private, max-age=86400, immutable', 'x-content-type-options': 'nosniff'
  })
  t.match(await sharp(picture.rawPayload).metadata(), { format: 'webp', width: 256, height: 256 })
  t.strictSame(await coloursAt(picture.rawPayload, [[0.02, 0.5], [0.5, 0.5], [0.98, 0.5]]), ['green', 'green', 'green'])
  t.equal((await load(app, user.avatar_url, { 'if-none-match': String(picture.headers.etag) })).statusCode, 304)

  const project = await addProject(client)
  await succeed(client.put('user', { name: 'Ann' }))
  const shown = [
    (await succeed(client.get('user'))).user,
    ...(await succeed(admin.get('users'))).users,
    ...(await succeed(admin.get('admin/users'))).users,
    ...(await succeed(admin.get(`projects/${project.id}/members`))).members,
    (await succeed(admin.post(`admin/users/${id}`, { name: 'Ben' }))).user,
    (await succeed(client.put('user', { name: 'Ann' }))).user
  ]
  t.strictSame(shown.filter((each) => each.id === id).map((each) => each.avatar_url), Array(6).fill(user.avatar_url))
  t.ok(shown.some((each) => each.avatar_url === null), 'of others it is null')

  await t.test('The URL is good until the picture changes', async (t) => {
    t.equal((await succeed(put(client, await bands()))).user.avatar_url, user.avatar_url, 'the same')
    const { user: { avatar_url: next } } = await succeed(put(client, await plain(300, 300, 'rgb(255,0,0)')))
    t.not(next, user.avatar_url)
    t.equal((await load(app, user.avatar_url)).statusCode, 404)
    t.equal((await load(app, next)).statusCode, 200)
    t.equal((await load(app, next.replace(/signature=./, 'signature=~'))).statusCode, 403)
    t.equal((await load(app, next.replace(/\?.*/, ''))).statusCode, 403)
    t.strictSame(await succeed(client.delete('user/avatar')), { ok: 'Avatar removed' })
    t.strictSame(await succeed(client.delete('user/avatar')), { ok: 'Avatar removed' })
    t.equal((await load(app, next)).statusCode, 404)
    t.equal((await succeed(client.get('user'))).user.avatar_url, null)
  })

  await t.test('Each change is an event, and what changes nothing is none', async (t) => {
    await put(client, await makePicture('webp'))
    t.strictSame(await succeed(admin.delete(`admin/users/${id}/avatar`)), { ok: 'Avatar removed' })
    t.strictSame(await succeed(admin.delete(`admin/users/${id}/avatar`)), { ok: 'Avatar removed' })
    const entries = await app.database.reads.prisma.historyEntry.findMany({
      where: { event: { endsWith: '_AVATAR' }, targets: `{"user_id":${id}}` }, orderBy: { id: 'asc' }
    })
    t.strictSame(entries.map(({ event }) => event), [
      'USER_EDITED_AVATAR', 'USER_EDITED_AVATAR', 'USER_REMOVED_AVATAR', 'USER_EDITED_AVATAR', 'USER_REMOVED_AVATAR'
    ])
    t.match(entries.at(-1), { userId: (await succeed(admin.get('user'))).user.id })
  })
})

onBothDatabases('Only administrators remove the picture of others, and only in their account', async (t, { app, admin, adminCaller, addUser, addStranger }) => {
  const { id, client } = await addUser()
  const { user } = await succeed(put(client, await makePicture('gif')))
  const stranger = await addStranger()
  t.equal((await client.delete(`admin/users/${id}/avatar`)).status, 401)
  const missing = await stranger.client.delete(`admin/users/${id}/avatar`)
  t.strictSame([missing.status, missing.body], [404, { error: `Couldn't find User with 'id'=${id}` }])
  t.equal((await admin.delete('admin/users/none/avatar')).status, 404)
  t.equal((await load(app, user.avatar_url)).statusCode, 200)
  t.equal(await app.transact(adminCaller, (tx) => dropAvatar(tx, id)), true)
  t.equal(await app.transact(adminCaller, (tx) => dropAvatar(tx, id)), false)
  t.equal((await load(app, user.avatar_url)).statusCode, 404)
})

onBothDatabases('A photo is upright and says nothing of its place, and each format is taken', async (t, { app, addUser }) => {
  const { client } = await addUser()
  const ofAvatar = async (bytes: Buffer, type?: string) =>
    (await load(app, (await succeed(put(client, bytes, type))).user.avatar_url)).rawPayload
  const photo = await makePhoto()
  t.ok((await sharp(photo).metadata()).exif, 'with EXIF')
  const { exif, xmp, icc, orientation, width, height } = await sharp(await ofAvatar(photo)).metadata()
  t.strictSame([exif, xmp, icc, orientation], Array(4).fill(undefined))
  t.strictSame([width, height], [256, 256])
  const lying = await sharp(await bands()).resize(300, 300, { fit: 'fill' }).jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer()
  t.strictSame(await coloursAt(await ofAvatar(lying), [[0.5, 0.1], [0.5, 0.5], [0.5, 0.9]]), ['red', 'green', 'blue'], 'turned')
  for (const format of ['png', 'jpeg', 'gif', 'webp', 'avif'] as const) {
    t.equal((await put(client, await makePicture(format, [30, 700]), 'text/html; charset=x')).status, 200, format)
  }
  const noise = randomBytes(512 * 512 * 4)
  const loud = await ofAvatar(await sharp(noise, { raw: { width: 512, height: 512, channels: 4 } }).png().toBuffer())
  t.ok(loud.length <= LARGEST_AVATAR, `noise: ${loud.length} bytes`)
}, {}, ['sqlite'])

/** A GIF of a pixel, this many times. */
function gifOf (frames: number): Buffer {
  const frame = Buffer.from('21f90400010000002c0000000001000100000202440100', 'hex')
  return Buffer.concat([Buffer.from('47494638396101000100800000ff0000ffffff', 'hex'), ...Array(frames).fill(frame), Buffer.from(';')])
}

/** The beginning of a PNG of 60,000 × 60,000 pixels. */
async function hugePicture (): Promise<Buffer> {
  const bytes = await plain(10, 10, 'red')
  bytes.writeUInt32BE(60_000, 16)
  bytes.writeUInt32BE(60_000, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

onBothDatabases('Everything else is refused, and leaves the picture and no file', async (t, { config, addUser }) => {
  const { client } = await addUser()
  const { user } = await succeed(put(client, gifOf(10_000)))
  const whole = await sharp({ create: { width: 900, height: 900, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 }, background: 'red' } }).jpeg().toBuffer()
  const refused = {
    empty: Buffer.alloc(0),
    SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
    TIFF: await makePicture('tiff'),
    text: Buffer.from('no picture'),
    'no picture inside': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    truncated: whole.subarray(0, whole.length / 2),
    huge: await hugePicture()
  }
  for (const [name, bytes] of Object.entries(refused)) {
    const { status, body } = await put(client, bytes, name === 'text' ? 'image/jpeg' : 'image/png')
    t.strictSame([status, body], [422, NO_PICTURE], name)
  }
  t.strictSame((await client.send('PUT', 'user/avatar')).body, NO_PICTURE, 'without a body')
  const large = await put(client, Buffer.concat([await makePicture('png'), Buffer.alloc(5 * 2 ** 20)]))
  t.strictSame([large.status, large.body], [413, { error: 'Request body is too large' }])
  t.equal((await succeed(client.get('user'))).user.avatar_url, user.avatar_url)
  t.strictSame(await readdir(incomingFolder(config)), [])
}, {}, ['sqlite'])

onBothDatabases('Pictures wait for one another: at most 20', async (t, { addUser }) => {
  const { client } = await addUser()
  const bytes = await makePicture('png')
  const answers = await Promise.all(Array.from({ length: 25 }, () => put(client, bytes)))
  const [taken, refused] = [200, 503].map((status) => answers.filter((each) => each.status === status))
  t.strictSame([taken!.length, refused!.length], [21, 4])
  t.match(refused![0], { body: { error: 'Service is overloaded' }, headers: { 'retry-after': '10' } })
}, {}, ['sqlite'])
