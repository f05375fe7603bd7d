import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { projectRoot } from '../../src/basics/paths.js'
import { createWorld } from '../helper/app.js'
import { skip, startBrowser } from '../helper/browser.js'
import { blocksOf } from '../helper/documents.js'
import { breakAfter, startFront } from '../helper/front.js'
import { succeed } from '../helper/items.js'
import { sha256 } from '../helper/media/fetching.js'
import { readUntil, mediaSettings, settledMedia } from '../helper/media/world.js'

const MEBIBYTE = 1024 ** 2

t.test('The page of docs/media.md sends a file from a browser, also when its connection is lost', { skip }, async (t) => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  let pieces = 0
  const front = await startFront(t, () => (world.app.server.address() as AddressInfo).port, (request) => {
    if (request.method === 'PATCH' && ++pieces === 1) breakAfter(request, MEBIBYTE)
    return false
  })
  const settings = { CORS_ORIGINS: origin, PUBLIC_URL: front.url }
  const world = await createWorld(t, 'sqlite', { ...mediaSettings(t), ...settings })
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  await serveAsPrinted(t, { CUTROOM_URL: front.url, CUTROOM_KEY: world.config.ADMIN_API_KEY!, PORT: String(port) })

  const page = await (await startBrowser(t)).newPage()
  // Tests send nothing to other hosts. A route of the page would suppress the preflight to the service.
  await page.addInitScript({ path: join(projectRoot, 'node_modules/tus-js-client/dist/tus.min.js') })
  await readUntil(() => page.goto(origin).then(() => true, () => false), (isThere) => isThere)
  const bytes = randomBytes(3 * MEBIBYTE)
  await page.getByLabel('File').setInputFiles({ name: 'film.mov', mimeType: 'video/quicktime', buffer: bytes })
  await readUntil(() => page.locator('output').innerText(), (said) => said !== '')
  t.equal(await page.locator('output').innerText(), 'Sent')
  t.equal(await page.locator('progress').getAttribute('value'), '1')
  const { assets: [asset] } = await succeed(world.admin.get('assets'))
  t.equal(asset.title, 'film.mov')
  t.match(await settledMedia(world.admin, asset.id), [{ filename: 'film.mov', checksum: { value: sha256(bytes) } }])
  t.ok(pieces > 1)
  t.ok(front.requests.some(({ method }) => method === 'OPTIONS'), 'the browser sends a preflight')
})

t.test('The page of docs/media.md names the version of tus-js-client that it is tested with', async (t) => {
  const { version } = JSON.parse(await readFile(join(projectRoot, 'node_modules/tus-js-client/package.json'), 'utf8'))
  t.match(blocksOf('docs/media.md', 'html')[0], `tus-js-client@${version}/`)
})

/** Runs the program of the document, with the page beside it. */
async function serveAsPrinted (t: Test, environment: Record<string, string>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-page-'))
  await writeFile(join(folder, 'upload-page.mjs'), blocksOf('docs/media.md', 'js')[0]!)
  await writeFile(join(folder, 'upload-page.html'), blocksOf('docs/media.md', 'html')[0]!)
  const child = spawn(process.execPath, ['upload-page.mjs'], { cwd: folder, env: environment, stdio: 'inherit' })
  t.teardown(async () => {
    child.kill('SIGKILL')
    await once(child, 'close')
    await rm(folder, { recursive: true })
  })
}

async function freePort (): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
