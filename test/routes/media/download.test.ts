import { randomBytes } from 'node:crypto'
import t, { type Test } from 'tap'
import { addAsset, eventsOf, historyOf } from '../../helper/items.js'
import { createWorld, dialects, httpDialects, type Client, type World } from '../../helper/app.js'
import { createSigner } from '#src/media/serve/signing.js'
import { startFileSender, type SentFile } from '../../helper/media/sender.js'
import { attachReady, inOneAppWithMedia, mediaOf, pathOf, type Shown } from '../../helper/media/world.js'

const bytes = randomBytes(300_000)
const onService = inOneAppWithMedia()

/** A ready file, with its URL, which is valid for an hour. */
async function withFile (
  t: Test, { admin }: World, { filename = 'clip.mp4', ...file }: Partial<SentFile> & { filename?: string } = {}
) {
  const sender = await startFileSender(t, { bytes, contentType: 'video/mp4', ...file })
  const { id } = await addAsset(admin)
  const shown = await attachReady(admin, id, sender.url, filename)
  return { assetId: id as string, shown, path: pathOf(shown.download_url) }
}

/** Downloads need no key; the app serves them itself. */
function downloader ({ app }: World, path: string) {
  return async (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', url = path) => {
    const answer = await app.inject({ method, url, headers })
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
  }
}

onService('A signed URL gives the file without a key', async (t, world) => {
  const { path, shown } = await withFile(t, world)
  const { status, headers, bytes: received } = await downloader(world, path)()
  t.equal(status, 200)
  t.ok(bytes.equals(received))
  t.match(headers, {
    'content-type': 'video/mp4',
    'content-length': String(bytes.length),
    'content-disposition': 'inline; filename=clip.mp4',
    'accept-ranges': 'bytes',
    etag: `"${shown.checksum!.value}"`,
    'last-modified': /GMT$/,
    'cache-control': /^private, max-age=\d+$/,
    'x-content-type-options': 'nosniff',
    'content-security-policy': /^default-src 'none';.*; sandbox$/
  })
}, {}, httpDialects)

onService('A failed download has none of the headers of the file, by which a cache would keep it', async (t, world) => {
  const { path } = await withFile(t, world)
  const { openDownload } = world.app.media
  t.teardown(() => Object.assign(world.app.media, { openDownload }))
  Object.assign(world.app.media, {
    openDownload: async (...sent: Parameters<typeof openDownload>) => ({
      ...await openDownload(...sent),
      note: async () => {
        throw new Error('the disk is full')
      }
    })
  })
  const { status, headers, bytes: body } = await downloader(world, path)()
  t.equal(status, 500)
  t.strictSame(JSON.parse(body.toString()), { error: 'Internal Server Error' })
  t.match(headers, { 'content-type': /^application\/json/, 'cache-control': 'private, no-cache' })
  t.notOk('etag' in headers || 'content-disposition' in headers)
}, {}, httpDialects)

const ranges: Array<[range: string, status: number, start: number, end: number]> = [
  ['bytes=0-0', 206, 0, 1],
  ['bytes=100-199', 206, 100, 200],
  ['bytes=100-', 206, 100, bytes.length],
  ['bytes=-100', 206, bytes.length - 100, bytes.length],
  [`bytes=-${bytes.length * 2}`, 206, 0, bytes.length],
  [`bytes=5-${bytes.length * 2}`, 206, 5, bytes.length],
  ['bytes=0-9,20-29', 200, 0, bytes.length],
  ['bytes=9-5', 200, 0, bytes.length],
  ['lines=1-2', 200, 0, bytes.length],
  ['bytes=x', 200, 0, bytes.length],
  ['bytes=-', 200, 0, bytes.length],
  ['Bytes=0-9', 206, 0, 10]
]

onService('Each answer has the headers that the API document states, and no others', async (t, world) => {
  const { path } = await withFile(t, world)
  const get = downloader(world, path)
  const { body: document } = await world.anonymous.get('/openapi.json')
  const { headers: ofAll } = await get({}, 'GET', '/media/nothing')
  const conditions: Array<Record<string, string>> = [{}, { range: 'bytes=0-9' }, { 'if-none-match': '*' }, {
    'if-match': '"other"'
  }, { range: 'bytes=-0' }]
  for (const sent of conditions) {
    for (const method of ['GET', 'HEAD'] as const) {
      const { status, headers } = await get(sent, method)
      const stated = Object.keys(document.paths['/media/{file_id}'][method.toLowerCase()].responses[status].headers)
        .map((name) => name.toLowerCase())
      t.strictSame(
        stated.filter((name) => !(name in headers)),
        [],
        `${method} ${status}: nothing is stated that is not sent`
      )
      t.strictSame(
        Object.keys(headers).filter((name) => !(name in ofAll) && !stated.includes(name)),
        [],
        `${method} ${status}: nothing is sent that is not stated`
      )
    }
  }
}, {}, httpDialects)

onService('Ranges, conditions and HEAD are answered as HTTP defines them', async (t, world) => {
  const { path, shown } = await withFile(t, world)
  const get = downloader(world, path)
  const etag = `"${shown.checksum!.value}"`
  const compressed = `"${shown.checksum!.value}-gzip"`
  const { headers: { 'last-modified': lastModified } } = await get()

  for (const [range, status, start, end] of ranges) {
    const answer = await get({ range })
    t.equal(answer.status, status, range)
    t.ok(bytes.subarray(start, end).equals(answer.bytes), range)
    t.equal(
      answer.headers['content-range'],
      status === 206 ? `bytes ${start}-${end - 1}/${bytes.length}` : undefined,
      range
    )
  }
  for (const range of [`bytes=${bytes.length}-`, 'bytes=-0']) {
    const answer = await get({ range })
    t.same(
      [answer.status, answer.headers['content-range'], answer.bytes.length],
      [416, `bytes */${bytes.length}`, 0],
      range
    )
  }

  const range = 'bytes=0-9'
  for (const ifRange of [etag, lastModified as string]) {
    t.equal((await get({ range, 'if-range': ifRange })).status, 206, ifRange)
  }
  for (const ifRange of [`W/${etag}`, compressed, '"other"', 'Thu, 01 Jan 1970 00:00:00 GMT', 'nonsense']) {
    t.equal((await get({ range, 'if-range': ifRange })).status, 200, ifRange)
  }

  for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, compressed, '*']) {
    const answer = await get({ 'if-none-match': ifNoneMatch })
    t.same([answer.status, answer.bytes.length, answer.headers.etag], [304, 0, etag], ifNoneMatch)
    t.equal((await get({ 'if-none-match': ifNoneMatch, 'cache-control': 'no-cache' })).status, 304, 'as fetch sends it')
  }
  t.equal((await get({ 'if-none-match': '"other"' })).status, 200)
  t.equal((await get({ 'if-modified-since': lastModified as string })).status, 304)
  t.equal((await get({ 'if-match': etag })).status, 200)
  for (const ifMatch of [`W/${etag}`, compressed, `"other", W/${etag}`]) {
    t.equal((await get({ 'if-match': ifMatch })).status, 200, ifMatch)
    t.equal((await get({ 'if-match': ifMatch, range })).status, 412, 'the part would not fit to compressed bytes')
  }
  for (const ifMatch of ['"other"', 'W/"other"', '"other-gzip"']) {
    t.same(await get({ 'if-match': ifMatch }).then((answer) => [answer.status, answer.bytes.length]), [412, 0], ifMatch)
  }

  const head = await get({}, 'HEAD')
  t.match([head.status, head.headers['content-length'], head.headers.etag, head.bytes.length], [200,
    String(bytes.length), etag, 0])
  const part = await get({ range: 'bytes=0-9' }, 'HEAD')
  t.match([part.status, part.headers['content-length'], part.bytes.length], [206, '10', 0])
}, {}, httpDialects)

onService('A URL that was tampered with or has expired is refused with an empty 403', async (t, world) => {
  const { path, shown } = await withFile(t, world)
  const get = downloader(world, path)
  const { searchParams } = new URL(shown.download_url!)
  const altered = (changes: Record<string, string | null>) => {
    const query = new URLSearchParams(searchParams)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) query.delete(name)
      else query.set(name, value)
    }
    return `/media/${shown.id}?${query}`
  }
  const signature = searchParams.get('signature')!
  const expires = Number(searchParams.get('expires'))
  const past = Math.floor(Date.now() / 1000) - 1
  const expired = await createSigner(world.app).sign({ purpose: 'download', fileId: shown.id, expires: past, userId: 1 })
  const refused = [
    `/media/${shown.id}`,
    altered({ signature: null }),
    altered({ expires: null }),
    altered({ user: null }),
    altered({ signature: '' }),
    altered({ signature: signature.slice(1) }),
    altered({ signature: `${signature}=` }),
    altered({ signature: `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}` }),
    altered({ expires: String(expires + 1) }),
    altered({ expires: `${expires}.0` }),
    altered({ expires: `0${expires}` }),
    altered({ expires: '1e99' }),
    altered({ expires: 'x' }),
    altered({ user: '0' }),
    altered({ user: '-1' }),
    `${path}&signature=${signature}`,
    path.replace(shown.id, '01890000-0000-7000-8000-000000000000'),
    path.replace(shown.id, '..%2f..%2fetc%2fpasswd'),
    path.replace(shown.id, '%00'),
    altered({ signature: expired, expires: String(past), user: '1' })
  ]
  for (const url of refused) {
    const { status, bytes: body } = await get({}, 'GET', url)
    t.same([status, body.length], [403, 0], url)
  }
  t.equal((await get()).status, 200)
}, {}, httpDialects)

onService('A URL stops working when its file is replaced or its asset is deleted for good', async (t, world) => {
  const { assetId, path } = await withFile(t, world)
  const sender = await startFileSender(t, { bytes: Buffer.from('another'), contentType: 'video/mp4' })
  const second = await attachReady(world.admin, assetId, sender.url)
  t.same((await mediaOf(world.admin, assetId)).map(({ id }) => id), [second.id])
  t.equal((await downloader(world, path)()).status, 404)
  const get = downloader(world, pathOf(second.download_url))
  t.equal((await get()).status, 200)
  await world.admin.post(`assets/${assetId}/trash_bin`)
  t.equal((await get()).status, 200)
  await world.admin.delete(`assets/${assetId}`)
  t.equal((await get()).status, 404)
})

onService('The first use of each URL is in history, as done by the user who asked for the URL', async (t, world) => {
  const { assetId, path, shown } = await withFile(t, world)
  const user = await world.addUser()
  const before = (await eventsOf(world.admin, 'assets', assetId)).length
  const get = downloader(world, path)
  await get({}, 'HEAD')
  await get({ 'if-none-match': '*' })
  await get({ range: 'bytes=-0' })
  t.equal((await eventsOf(world.admin, 'assets', assetId)).length, before, 'only bytes that are sent count')
  await Promise.all([get({ range: 'bytes=0-9' }), get(), get({ range: 'bytes=10-19' })])
  await get()
  const theirs = await mediaFor(user.client, assetId)
  await downloader(world, pathOf(theirs.download_url))()
  const downloads = (await historyOf(world.admin, 'assets', assetId)).filter(({ event }) =>
    event === 'ASSET_DOWNLOADED'
  )
  t.same(downloads.map(({ user_id: id, targets, severity }) => ({ id, targets, severity })), [
    { id: user.id, targets: { asset_id: assetId }, severity: 1 },
    { id: world.adminCaller.userId, targets: { asset_id: assetId }, severity: 1 }
  ])
  t.notSame(theirs.download_url, shown.download_url)
})

async function mediaFor (client: Client, assetId: string): Promise<Shown> {
  return (await mediaOf(client, assetId))[0]!
}

const dangerous: Array<[contentType: string, filename: string]> = [
  ['text/html', 'page.html'],
  ['application/xhtml+xml', 'page.xhtml'],
  ['image/svg+xml', 'picture.svg'],
  ['text/xml', 'a.xml'],
  ['application/xml', 'a.xsl'],
  ['text/javascript', 'a.js'],
  ['application/wasm', 'a.wasm'],
  ['text/css', 'a.css'],
  ['application/x-shockwave-flash', 'a.swf'],
  ['multipart/x-mixed-replace', 'a'],
  ['application/octet-stream', 'page.html'],
  ['application/mathml+xml', 'a.mml'],
  ['application/rdf+xml', 'a.rdf'],
  ['x-world/x-vrml', 'a.wrl']
]

onService('A file that a browser could run is served as an attachment, as application/octet-stream', async (t, world) => {
  for (const [contentType, filename] of dangerous) {
    const { path } = await withFile(t, world, {
      contentType,
      filename,
      // No web page begins like this: one would fail.
      bytes: Buffer.from('x<script>alert(1)</script>')
    })
    const { headers } = await downloader(world, path)()
    t.match(headers, {
      'content-type': 'application/octet-stream',
      'content-disposition': /^attachment; /,
      'x-content-type-options': 'nosniff',
      'content-security-policy': /sandbox/
    }, contentType)
  }
  for (
    const [contentType, filename] of [['application/pdf', 'a.pdf'], ['text/plain', 'a.txt'], ['application/zip',
      'a.zip']] as const
  ) {
    const { path } = await withFile(t, world, { contentType, filename })
    t.match((await downloader(world, path)()).headers, {
      'content-type': contentType,
      'content-disposition': /^attachment; /
    })
  }
  for (
    const [sent, filename, served] of [['application/octet-stream', 'a.mov', 'video/quicktime'], ['nonsense', 'a.png',
      'image/png'], ['image/jpeg', 'a.html', 'image/jpeg']] as const
  ) {
    const { path } = await withFile(t, world, { contentType: sent, filename })
    t.match((await downloader(world, path)()).headers, { 'content-type': served, 'content-disposition': /^inline; / })
  }
}, {}, httpDialects)

t.test('All processes sign with the same secret', async (t) => {
  for (const dialect of dialects) {
    const { app } = await createWorld(t, dialect)
    const permit = { purpose: 'download', fileId: 'a', expires: 1, userId: 1 } as const
    const signatures = await Promise.all([1, 2, 3].map(() => createSigner(app).sign(permit)))
    t.equal(new Set(signatures).size, 1)
    t.equal(await createSigner(app).isSigned(permit, signatures[0]!), true)
  }
})
