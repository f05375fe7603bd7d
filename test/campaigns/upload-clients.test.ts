import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { Upload } from 'tus-js-client'
import { build, type Rollup } from 'vite'
import { createWorld, type World } from '../helper/app.js'
import { skip, startBrowser } from '../helper/browser.js'
import { portOf } from '../helper/connection.js'
import { breakAfter, startFront, type Meddle } from '../helper/front.js'
import { addAsset } from '../helper/items.js'
import { sha256 } from '../helper/media/fetching.js'
import { mediaSettings, onOneWithMedia, settledMedia } from '../helper/media/world.js'
import { askForUrl } from '../helper/sending.js'

const MEBIBYTE = 1024 ** 2
const bytes = randomBytes(3 * MEBIBYTE)

/** A service behind a proxy that may break connections. */
async function serve (t: Test, { app }: World, meddle: Meddle = () => false) {
  const port = await portOf(app)
  return startFront(t, () => port, meddle)
}

/** Breaks the connection of the first piece in its middle. */
function breaksFirst (): Meddle {
  let pieces = 0
  return (request) => {
    if (request.method === 'PATCH' && ++pieces === 1) breakAfter(request, MEBIBYTE)
    return false
  }
}

onOneWithMedia('tus-js-client resumes an upload after its connection was lost', async (t, world) => {
  const { url, requests } = await serve(t, world, breaksFirst())
  const { id } = await addAsset(world.admin)
  const uploadUrl = url + await askForUrl(world.admin, id, { size: bytes.length })
  await new Promise<void>((resolve, reject) => {
    new Upload(bytes, {
      uploadUrl, retryDelays: [0, 100, 500, 1000, 3000, 5000], onSuccess: () => resolve(), onError: reject
    }).start()
  })
  t.match(await settledMedia(world.admin, id), [{ status: 'ready', checksum: { value: sha256(bytes) } }])
  const pieces = requests.filter(({ method }) => method === 'PATCH')
  t.ok(pieces.length > 1 && pieces.at(-1)!.offset! > 0, pieces.map(({ offset }) => offset).join(', '))
})

onOneWithMedia('tus-js-client resumes an upload that another instance stopped, and can cancel one', async (t, world) => {
  const { url, requests } = await serve(t, world)
  const { id } = await addAsset(world.admin)
  const uploadUrl = url + await askForUrl(world.admin, id, { size: bytes.length })
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(bytes, {
      uploadUrl, chunkSize: MEBIBYTE, onError: reject, onChunkComplete: () => { upload.abort().then(resolve, reject) }
    })
    upload.start()
  })
  const offsets: Array<number | null> = []
  await new Promise<void>((resolve, reject) => {
    new Upload(bytes, {
      uploadUrl,
      chunkSize: MEBIBYTE,
      retryDelays: [0, 100, 500, 1000, 3000, 5000],
      onError: reject,
      onSuccess: () => resolve(),
      onChunkComplete: (_size, sent) => { offsets.push(sent) }
    }).start()
  })
  t.ok(offsets[0]! >= 2 * MEBIBYTE, offsets.join(', '))
  t.match(await settledMedia(world.admin, id), [{ status: 'ready', checksum: { value: sha256(bytes) } }])

  const other = url + await askForUrl(world.admin, id, { size: bytes.length })
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(bytes, {
      uploadUrl: other,
      chunkSize: MEBIBYTE,
      retryDelays: [0, 100, 500, 1000],
      onError: reject,
      onChunkComplete: () => { upload.abort(true).then(resolve, reject) }
    })
    upload.start()
  })
  t.equal(requests.at(-1)!.method, 'DELETE')
  t.equal((await fetch(other, { method: 'HEAD' })).status, 404)
})

t.test('Uppy sends files from a page of another origin, and resumes after its connection was lost', { skip }, async (t) => {
  const { origin, script } = await serveUppy(t)
  const world = await createWorld(t, 'sqlite', { ...mediaSettings(t), CORS_ORIGINS: origin })
  const { url, requests } = await serve(t, world, breaksFirst())
  const { id } = await addAsset(world.admin)
  const uploadUrl = url + await askForUrl(world.admin, id, { filename: 'film.mov', size: bytes.length })
  const page = await (await startBrowser(t)).newPage()
  await page.goto(origin)
  await page.addScriptTag({ content: script })
  await page.setInputFiles('input', { name: 'film.mov', mimeType: 'video/quicktime', buffer: bytes })
  const outcome = await page.evaluate(async (uploadUrl) => (globalThis as any).send(uploadUrl), uploadUrl)
  t.same(outcome, { successful: ['film.mov'], failed: [] })
  t.match(await settledMedia(world.admin, id), [{ status: 'ready', checksum: { value: sha256(bytes) } }])
  t.ok(requests.some(({ method }) => method === 'OPTIONS'), 'the browser sends a preflight')
  const pieces = requests.filter(({ method }) => method === 'PATCH')
  t.ok(pieces.length > 1 && pieces.at(-1)!.offset! > 0, pieces.map(({ offset }) => offset).join(', '))
})

/** A page with an input for files, and Uppy as its authors would bundle it. */
async function serveUppy (t: Test) {
  const folder = t.testdir({
    'uppy.js': `
      import { Uppy } from '@uppy/core'
      import Tus from '@uppy/tus'
      globalThis.send = async (uploadUrl) => {
        const uppy = new Uppy().use(Tus, { retryDelays: [0, 100, 500, 1000, 3000, 5000] })
        const [data] = document.querySelector('input').files
        const id = uppy.addFile({ name: data.name, type: data.type, data })
        uppy.setFileState(id, { tus: { uploadUrl } })
        const { successful, failed } = await uppy.upload()
        return { successful: successful.map(({ name }) => name), failed: failed.map(({ error }) => error) }
      }`
  })
  const [{ output }] = await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: join(folder, 'uppy.js'), name: 'bundle', formats: ['iife'] } }
  }) as Rollup.RollupOutput[] as [Rollup.RollupOutput]
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><input type="file">')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, script: output[0].code }
}
