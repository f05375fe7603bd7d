import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import type * as Client from '../../client/cutroom.js'
import { httpDialects } from '../helper/app.js'
import { skip, startBrowser } from '../helper/browser.js'
import { listeningUrl, loadClient } from '../helper/client.js'
import { inOneAppWithMedia } from '../helper/media/world.js'

const folder = t.testdir()
/** Serves a page, and what was installed from `/client.tgz` beside it. */
const pages = createServer(({ url }, response) => {
  if (url !== '/client.js') return response.setHeader('content-type', 'text/html').end('<title>A page</title>')
  response.setHeader('content-type', 'text/javascript').end(readFileSync(join(folder, 'package/client.js')))
}).listen(0, '127.0.0.1')
await once(pages, 'listening')
t.teardown(() => { pages.close().closeAllConnections() })
const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`

const promise = 'The package of the client works in a page of another origin, as does the file of the service'
if (skip !== false) t.test(promise, { skip }, () => {})
else {
  // The service serves what was built when it started.
  await loadClient()
  inOneAppWithMedia(httpDialects)(promise, async (t, world) => {
    const url = await listeningUrl(world)
    const packed = Buffer.from(await (await fetch(`${url}/client.tgz`)).arrayBuffer())
    const unpacking = promisify(execFile)('tar', ['-xzf', '-', '-C', folder])
    unpacking.child.stdin!.end(packed)
    await unpacking
    const page = await (await startBrowser(t)).newPage()
    await page.goto(origin)
    for (const source of ['/client.js', `${url}/client.js`]) {
      t.match(await page.evaluate(work, { source, url, key: world.adminKey, size: 9 * 1024 ** 2 }), {
        pages: [1, 1],
        isRefused: true,
        file: { status: 'ready', filename: 'film.bin', size: 9 * 1024 ** 2 },
        isAscending: true,
        change: { value: { changes: [{ event: 'ASSET_ADDED' }] } }
      }, source)
    }
  }, { CORS_ORIGINS: origin })
}

/** What the page does. */
async function work ({ source, url, key, size }: { source: string, url: string, key: string, size: number }) {
  const { createClient, CutroomError } = await import(source) as typeof Client
  const cutroom = createClient({ url, key })
  const category = crypto.randomUUID()
  let change: Promise<unknown> | undefined
  await new Promise<void>((resolve) => {
    change = cutroom.changes({ since: 'now', event: ['ASSET_ADDED'], onNext: () => resolve() }).next()
  })
  const { data: { asset } } = await cutroom.POST('/api/v2/assets', { body: { title: 'One', category } })
  await cutroom.POST('/api/v2/assets', { body: { title: 'Two', category } })
  const pages: number[] = []
  for await (const { results } of cutroom.pages('/api/v2/search', { params: { query: { category: [category], limit: 1 } } })) {
    pages.push(results.length)
  }
  const refused = await cutroom.GET('/api/v2/assets/{asset_id}', { params: { path: { asset_id: 'none' } } })
    .catch((error: unknown) => error)
  const told: number[] = []
  const bytes = new Uint8Array(size)
  const file = await cutroom.upload(asset.id, bytes, { filename: 'film.bin', onProgress: (sent) => told.push(sent) })
  return {
    pages,
    isRefused: refused instanceof CutroomError && refused.status === 404 && refused.text === 'asset not found',
    file,
    isAscending: told.every((sent, index) => index === 0 || sent > told[index - 1]!),
    change: await change
  }
}
