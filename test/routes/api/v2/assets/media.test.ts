import { createHash } from 'node:crypto'
import { httpDialects, inSharedApp } from '#test/helper/app.js'
import { addAsset, eventsOf, MILLISECONDS, NOBODYS_ID, readItem, SECONDS } from '#test/helper/items.js'
import { startFileSender } from '../../../../helper/media/sender.js'
import { attachReady, mediaOf, onBothWithMedia } from '../../../../helper/media/world.js'

const onBothDatabases = inSharedApp()

const FILE = { file_url: 'http://example.com/clip.mp4', filename: 'clip.mp4' }

onBothDatabases('A file is attached by its URL and stays pending until a job ingests it', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  const { status, body } = await admin.post(`assets/${id}/media`, FILE)
  t.equal(status, 200)
  t.same(Object.keys(body), ['ok'])
  const [file] = await mediaOf(admin, id)
  t.match(file, {
    id: /^[\w-]+$/,
    filename: 'clip.mp4',
    content_type: null,
    size: null,
    checksum: null,
    status: 'pending',
    progress: 0,
    error: null,
    created_at: MILLISECONDS,
    download_url: null,
    download_url_expires_at: null
  })
  t.same(await eventsOf(admin, 'assets', id), ['ASSET_STARTED_INGEST', 'ASSET_ADDED'])
  t.match(await readItem(admin, 'assets', id), { media_type: 'placeholder', original_filename: null })
})

onBothWithMedia('An ingested file is shown with all its data and makes its asset live', async (t, { admin }) => {
  const bytes = Buffer.from('the bytes of a film')
  const sender = await startFileSender(t, { bytes, contentType: 'video/MP4; codecs=any' })
  const { id } = await addAsset(admin)
  const file = await attachReady(admin, id, `${sender.url}/x?token=secret`, 'clip.mp4')
  t.match(file, {
    filename: 'clip.mp4',
    content_type: 'video/mp4',
    size: bytes.length,
    checksum: { algorithm: 'sha256', value: createHash('sha256').update(bytes).digest('hex') },
    status: 'ready',
    progress: bytes.length,
    error: null,
    download_url: /^http:\/\/127\.0\.0\.1:\d+\/media\//,
    download_url_expires_at: MILLISECONDS
  })
  const lifetimeMs = Date.parse(file.download_url_expires_at!) - Date.now()
  t.ok(lifetimeMs > 59 * 60_000 && lifetimeMs <= 60 * 60_000, 'the URL lasts an hour')
  t.same(await eventsOf(admin, 'assets', id), ['ASSET_FINISHED_INGEST', 'ASSET_STARTED_INGEST', 'ASSET_ADDED'])
  t.match(await readItem(admin, 'assets', id), {
    media_type: 'live',
    original_filename: 'clip.mp4',
    modification_date: SECONDS
  })
})

onBothDatabases('A file_url that is not http or https is refused with a 200, and nothing is stored', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  for (
    const url of ['', 'file', '/etc/passwd', 'file:///etc/passwd', 'ftp://example.com/a', 'http://', 'http:/a',
      '//example.com/a', 'example.com/a', 'javascript:alert(1)', 'data:text/plain,x', ' http://example.com/',
      'http://exa mple.com/', 'http://example.com:99999/', 'http://[::1/', 's3://bucket/key', 'C:\\file']
  ) {
    const { status, body } = await admin.post(`assets/${id}/media`, { ...FILE, file_url: url })
    t.same([status, body], [200, { error: 'not a valid url' }], JSON.stringify(url))
  }
  t.same(await mediaOf(admin, id), [])
  t.same(await eventsOf(admin, 'assets', id), ['ASSET_ADDED'])
}, {}, httpDialects)

onBothDatabases('Parameters of a file are checked before its asset, and the asset before the URL', async (t, { admin, anonymous }) => {
  const { id } = await addAsset(admin)
  const refused = (body: unknown, error: string) => admin.post(`assets/${NOBODYS_ID}/media`, body)
    .then((answer) => t.same([answer.status, answer.body], [422, { error }], error))
  await refused(undefined, 'Missing parameter file_url')
  await refused([], 'Missing parameter file_url')
  await refused({ filename: 'a' }, 'Missing parameter file_url')
  await refused({ file_url: null }, 'Missing parameter filename')
  await refused({ file_url: null, filename: 'a' }, "Invalid parameter 'file_url' value nil: Must be a String")
  await refused({ file_url: 'nonsense', filename: 5 }, "Invalid parameter 'filename' value 5: Must be a String")
  await refused(
    { file_url: 'http://a/\0', filename: 'a' },
    'Invalid parameter \'file_url\' value "http://a/\\u0000": Must be a String'
  )
  await refused({ ...FILE, filename: 'a\0' }, 'Invalid parameter \'filename\' value "a\\u0000": Must be a String')

  const missing = await admin.post(`assets/${NOBODYS_ID}/media`, { ...FILE, file_url: 'nonsense' })
  t.same([missing.status, missing.body], [404, { error: 'asset not found' }])
  const unknown = await admin.get(`assets/${NOBODYS_ID}/media`)
  t.same([unknown.status, unknown.body], [404, { error: 'asset not found' }])
  for (const answer of [await anonymous.post(`assets/${id}/media`, {}), await anonymous.get(`assets/${id}/media`)]) {
    t.same([answer.status, answer.text], [401, ''])
  }
}, {}, httpDialects)

onBothDatabases('Files of another account are answered with 404', async (t, { admin, addStranger }) => {
  const { id } = await addAsset(admin)
  await admin.post(`assets/${id}/media`, FILE)
  const { client } = await addStranger()
  t.equal((await client.get(`assets/${id}/media`)).status, 404)
  t.equal((await client.post(`assets/${id}/media`, FILE)).status, 404)
  t.equal((await mediaOf(admin, id)).length, 1)
})

onBothDatabases('Odd names of files are stored as they were sent', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  const names = ['', '../../etc/passwd', 'C:\\con', 'a\nb\tc', 'x'.repeat(1000), '\u202egpj.exe', '📼 film', '.', '..',
    '/', '"quoted"; filename=evil']
  for (const filename of names) {
    t.equal(
      (await admin.post(`assets/${id}/media`, { ...FILE, filename })).body.ok !== undefined,
      true,
      JSON.stringify(filename)
    )
  }
  t.same((await mediaOf(admin, id)).map((file) => file.filename), names)
})

onBothDatabases('Files of a trashed asset can be read and attached; those of a deleted one are gone', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  await admin.post(`assets/${id}/media`, FILE)
  await admin.post(`assets/${id}/trash_bin`)
  t.equal((await admin.post(`assets/${id}/media`, FILE)).status, 200)
  t.equal((await mediaOf(admin, id)).length, 2)
  await admin.delete(`assets/${id}`)
  t.equal((await admin.get(`assets/${id}/media`)).status, 404)
})

onBothDatabases('A long list of files is read in pages', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  for (let number = 1; number <= 5; number++) {
    await admin.post(`assets/${id}/media`, { ...FILE, filename: String(number) })
  }
  const first = await admin.get(`assets/${id}/media?limit=3`)
  t.same(first.body.media.map((file: { filename: string }) => file.filename), ['1', '2', '3'])
  const next = /<([^<>]+)>; rel="next"/.exec(String(first.headers.link))![1]!
  t.same((await admin.get(next)).body.media.map((file: { filename: string }) => file.filename), ['4', '5'])
  t.equal((await admin.get(`assets/${id}/media?limit=0`)).status, 422)
})
