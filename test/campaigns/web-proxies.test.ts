import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadFiles } from '#src/operations/upload/upload.js'
import { freePort } from '#proof/harness/ports.js'
import t, { type Test } from 'tap'
import { createWorld } from '../helper/app.js'
import { borrowPage, skip } from '../helper/browser.js'
import { loadClient } from '../helper/client.js'
import { signIn } from '../helper/console.js'
import { blocksOf } from '../helper/documents.js'
import { runPython, skip as skipsPython } from '../helper/python.js'
import { skipsBehind, startWebProxy, type WebProxy } from '../helper/web-proxies.js'
import { sha256 } from '../helper/media/fetching.js'
import { mediaSettings, settledMedia } from '../helper/media/world.js'

/** The settings that docs/operations.md shows, for a service at the root and for one below a path. */
const documented: Record<WebProxy, () => Record<'' | '/cutroom', string>> = {
  nginx: () => {
    const [root, below] = blocksOf('docs/operations.md', 'nginx') as [string, string]
    return { '': root, '/cutroom': root.replace(/^location[^]*/m, below) }
  },
  apache2: () => {
    const [root, below] = blocksOf('docs/operations.md', 'apache') as [string, string]
    return { '': root, '/cutroom': root.replace(/^ProxyPass .*/m, below) }
  }
}
/** How each changes an entity tag. */
const changedTag = { nginx: /^W\/"[^"]+"$/, apache2: /^"[^"]+-gzip"$/ }
/** More than nginx takes unless told. */
const film = randomBytes(3 * 1024 ** 2)

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

/** A service behind a proxy with settings for it at port 3000. All requests go through the proxy. */
async function serveBehind (t: Test, proxy: WebProxy, path: '' | '/cutroom', settings = documented[proxy]()[path]) {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}${path}`
  const world = await createWorld(t, 'sqlite', { ...mediaSettings(t), PUBLIC_URL: base })
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const service = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
  await startWebProxy(t, proxy, port, settings.replaceAll('http://127.0.0.1:3000', service))
  const key = { 'x-api-key': world.config.ADMIN_API_KEY! }
  async function send (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const answer = await fetch(`${base}/api/v2/${path}`, {
      method,
      headers: { ...key, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? null : JSON.stringify(body)
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) }
  }
  return { world, base, key, send }
}

for (const proxy of ['nginx', 'apache2'] as const) {
  for (const path of ['', '/cutroom'] as const) {
    t.test(`Behind ${proxy}, as the document sets it up at '${path}/', everything works`, { skip: skipsBehind(proxy) }, async (t) => {
      const { world, base, key, send } = await serveBehind(t, proxy, path)
      const { body: { asset } } = await send('POST', 'assets', { title: 'Interview', description: 'harbour '.repeat(200) })
      const own = `assets/${asset.id}`

      await t.test('what has been read is saved with If-Match, and is known by If-None-Match', async (t) => {
        const first = await send('GET', own)
        const tag = first.headers.get('etag')!
        t.strictSame([first.headers.get('content-encoding'), changedTag[proxy].test(tag)], ['gzip', true], tag)
        t.equal((await send('GET', own, undefined, { 'if-none-match': tag })).status, 304)
        t.equal((await send('PUT', own, { title: 'Saved' }, { 'if-match': tag })).status, 200)
        t.equal((await send('PUT', own, { title: 'Again' }, { 'if-match': tag })).status, 412)
        const { headers } = await send('GET', own)
        const operation = (title: string) =>
          ({ method: 'PUT', path: `/api/v2/${own}`, body: { title }, if_match: headers.get('etag')! })
        const { body } = await send('POST', 'bulk', { operations: [operation('One'), operation('Two')], atomic: false })
        t.match(body.results, [{ status: 200 }, { status: 412 }])
      })

      // The console sends the same requests at the root and below a path.
      const isEdited = (path === '') === (proxy === 'apache2')
      if (isEdited) {
        await t.test('what is edited in the console is saved', { skip }, async (t) => {
          const page = await borrowPage(t)
          await page.goto(`${base}/console/keys`)
          await signIn(page, key['x-api-key'])
          await page.goto(`${base}/console/${own}`)
          for (const title of ['By hand', 'By hand, again']) {
            await page.getByLabel('Title').fill(title)
            await page.getByRole('button', { name: 'Save' }).click()
            await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
            t.equal((await send('GET', own)).body.asset.title, title)
          }
        })
      }

      await t.test('an external id may have slashes, and whatever else a path encodes', async (t) => {
        for (const id of ['tapes/2026/7', 'a//b', '../up', 'end/', 'a b+c', '50%', 'a%2Fb', 'x?y#z;é', '/']) {
          t.strictSame((await send('PUT', own, { external_id: id })).body.errors, {})
          const found = await send('GET', `external_ids/${encodeURIComponent(id)}`)
          t.match(found, { status: 200, body: { external_id: id, id: asset.id } }, id)
        }
      })

      await t.test('a file of any size is uploaded, and comes back in whole and in part', async (t) => {
        const { body: { upload } } = await send('POST', `${own}/uploads`, { filename: 'film.bin', size: film.length })
        t.ok(upload.url.startsWith(`${base}/uploads/`), upload.url)
        const { status } = await fetch(upload.url, {
          method: 'PATCH',
          headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
          body: film
        })
        t.equal(status, 204)
        t.match(await settledMedia(world.admin, asset.id), [{ status: 'ready', checksum: { value: sha256(film) } }])
        const { body: { media: [{ download_url: url }] } } = await send('GET', `${own}/media`)
        t.ok(film.equals(await bytesOf(await fetch(url))))
        const part = await fetch(url, { headers: { range: 'bytes=1000-1999' } })
        t.equal(part.status, 206)
        t.ok(film.subarray(1000, 2000).equals(await bytesOf(part)))
      })

      await t.test('a stream of changes tells of each as it happens', async (t) => {
        const stream = await fetch(`${base}/api/v2/changes?since=now`, { headers: { ...key, accept: 'text/event-stream' } })
        const pieces = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
        t.teardown(() => pieces.cancel())
        for (const title of ['Heard at once', 'and again']) {
          await send('PUT', own, { title })
          let heard = ''
          while (!heard.includes('ASSET_EDITED_METADATA')) heard += (await pieces.read()).value
          t.match(heard, asset.id)
        }
      })

      await t.test('pages and links lead through it', async (t) => {
        const page = await fetch(`${base}/console/assets/${asset.id}`)
        const script = /src="([^"]+\.js)"/.exec(await page.text())![1]!
        t.match(await fetch(new URL(script, page.url)), { status: 200 })
        t.match(await fetch(`${base}/docs`), { status: 200 })
      })
    })
  }
}

t.test('Behind an nginx that decodes paths, an external id with slashes is found', { skip: skipsBehind('nginx') }, async (t) => {
  const decoding = 'location /cutroom/ { proxy_pass http://127.0.0.1:3000/; }'
  const { send } = await serveBehind(t, 'nginx', '/cutroom', decoding)
  const { body: { asset } } = await send('POST', 'assets', { title: 'Interview' })
  for (const id of ['tapes/2026/7', 'end/', 'a b+c/50%', 'a%2Fb', 'x?y#z;é/1']) {
    await send('PUT', `assets/${asset.id}`, { external_id: id })
    t.match(await send('GET', `external_ids/${encodeURIComponent(id)}`), { status: 200, body: { external_id: id } }, id)
  }
})

t.test('Behind an nginx with a limit of its own, the console names the size and the proxy', {
  skip: skipsBehind('nginx') || skip
}, async (t) => {
  const limited = 'location / { proxy_pass http://127.0.0.1:3000; client_max_body_size 256k; }'
  const { base, key, send } = await serveBehind(t, 'nginx', '', limited)
  const { body: { asset } } = await send('POST', 'assets', { title: 'Interview' })
  const page = await borrowPage(t)
  await page.goto(`${base}/console/keys`)
  await signIn(page, key['x-api-key'])
  await page.goto(`${base}/console/assets/${asset.id}`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByText('Upload', { exact: true }).first().click()
  await (await chooser).setFiles({ name: 'film.bin', mimeType: 'application/octet-stream', buffer: film })
  await page.getByText('A proxy between you and the service takes no 512 KiB at once.').first().waitFor()
})

t.test('Behind an nginx with a limit of its own, programs send smaller pieces, or name the size and the proxy', {
  skip: skipsBehind('nginx')
}, async (t) => {
  const { createClient } = await loadClient()
  const silent = { report: () => {}, end: () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-programs-'))
  t.teardown(async () => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'film.bin')
  await writeFile(file, film)
  const behind = async (most: string) => {
    const limited = `location / { proxy_pass http://127.0.0.1:3000; client_max_body_size ${most}; }`
    const { base, key: { 'x-api-key': key }, send } = await serveBehind(t, 'nginx', '', limited)
    const { body: { asset: { id } } } = await send('POST', 'assets', { title: 'Interview' })
    const cutroom = createClient({ url: base, key })
    const args = { url: base, key, id, file }
    return {
      command: async () => (await uploadFiles({ url: base, key, files: [file], folder, progress: silent })).uploads,
      client: async () => cutroom.upload(id, new Blob([film]), { filename: 'film.bin' }),
      python: async () => runPython(`
client = Client(arguments['url'], arguments['key'])
show(refused(client.upload, arguments['id'], arguments['file']))`, args)
    }
  }
  const wide = await behind('1m')
  t.match(await wide.command(), [{ error: null, size: film.length }])
  t.match(await wide.client(), { status: 'ready', checksum: { value: sha256(film) } })
  const named = /A proxy between you and the service takes no .*512 KiB/
  const narrow = await behind('256k')
  t.match(await narrow.command(), [{ error: named }])
  t.match(await narrow.client().catch((error: unknown) => error), { name: 'CutroomError', status: 413, message: named })
  if (skipsPython !== false) return
  t.match(await wide.python(), ['answered'])
  t.match(await narrow.python(), ['CutroomError', 413])
})
