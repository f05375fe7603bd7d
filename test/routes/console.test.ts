import t, { type Test } from 'tap'
import { createWorld } from '../helper/app.js'

const PAGES = ['', 'assets/17', 'projects', 'projects/17', 'collections', 'collections/17', 'trash', 'imports', 'fields', 'webhooks', 'webhooks/3',
  'users', 'actions', 'actions/3', 'runs', 'runs/17', 'drop-folders', 'drop-folders/3', 'me', 'keys', 'status']

const { anonymous } = await createWorld(t, 'sqlite')

/** Of a page of the console: its loader, and the script that this loads. */
async function findsScripts (t: Test, text: string, path: string): Promise<void> {
  const [, loader, script] = /<script type="module" crossorigin src="([^"]+)" data-src="([^"]+)"/.exec(text) ?? []
  for (const name of [loader, script]) {
    const { status, headers } = await anonymous.get(new URL(name!, `http://host/console/${path}`).pathname)
    t.match([status, headers['content-type']], [200, 'text/javascript; charset=utf-8'], path)
  }
}

t.test('Every page of the console needs no key, allows no inline scripts, and is revalidated each time', async (t) => {
  for (const path of PAGES) {
    const { status, text, headers } = await anonymous.get(`/console/${path}`)
    t.equal(status, 200, path)
    t.match(headers, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    const policy = String(headers['content-security-policy'])
    t.match(policy, /default-src 'none'.*script-src 'self'.*style-src 'self'/)
    t.notMatch(policy, /unsafe|https?:/)
    await findsScripts(t, text, path)
    t.notMatch(text, /<script(?![^>]* src=)|<style|\bon\w+=/, 'nothing is inline')
  }
  for (const path of ['nowhere', 'assets/17/files', 'projects/1/2/3?x=/a/b']) {
    const { status, text, headers } = await anonymous.get(`/console/${path}`)
    t.match([status, headers['content-type']], [404, 'text/html; charset=utf-8'], path)
    await findsScripts(t, text, path)
  }
  t.match((await anonymous.get('/console/static/a/b.js')).headers, { 'content-type': /json/ })
  t.match(await anonymous.get('/console'), { status: 302, headers: { location: 'console/' } })
})

t.test('Console files with a hash in their name are cached for a year and sent in the best accepted compression', async (t) => {
  const { text } = await anonymous.get('/console/')
  const path = `/console/${/src="\.\/(static\/[^"]+\.js)"/.exec(text)![1]}`
  const plain = await anonymous.get(path)
  t.match(plain.headers, { 'cache-control': 'public, max-age=31536000, immutable', vary: /accept-encoding/i })
  t.notOk('content-encoding' in plain.headers)
  const sizes = [plain.text.length]
  for (const encoding of ['gzip', 'br']) {
    const { headers } = await anonymous.get(path, { 'accept-encoding': `${encoding}, deflate` })
    t.equal(headers['content-encoding'], encoding)
    sizes.push(Number(headers['content-length']))
  }
  t.ok(sizes[0]! > sizes[1]! && sizes[1]! > sizes[2]!, sizes.join(' > '))
  t.notOk('content-encoding' in (await anonymous.get(path, { 'accept-encoding': 'br;q=0' })).headers)

  const tag = String(plain.headers.etag)
  t.match(await anonymous.get(path, { 'if-none-match': tag }), { status: 304, text: '' })
  const head = await anonymous.send('HEAD', path)
  t.match(head, { status: 200, text: '', headers: { etag: tag, 'content-length': String(plain.headers['content-length']) } })
  for (const missing of ['nothing-12345678.js', '..%2Findex.html', `${path.split('/').pop()!}.br`]) {
    t.match(await anonymous.get(`/console/static/${missing}`), { status: 404, headers: { 'cache-control': 'no-store' } }, missing)
  }
  t.match((await anonymous.get('/console/static/a/b.js')).headers, { 'cache-control': 'no-store' })
})

t.test('The loader of both pages has no hash in its name, is the same, and is not cached for long', async (t) => {
  const [ofConsole, ofLinks] = [await anonymous.get('/console/loader.js'), await anonymous.get('/share/loader.js')]
  t.match(ofConsole, {
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=300, stale-while-revalidate=86400'
    }
  })
  t.equal(ofLinks.text, ofConsole.text)
  t.match(await anonymous.get('/console/loader.js', { 'if-none-match': String(ofConsole.headers.etag) }), { status: 304, text: '' })
  const { text } = await anonymous.get('/share/')
  const [, script] = /data-src="([^"]+)"/.exec(text) ?? []
  t.match(text, `<link rel="modulepreload" crossorigin href="${script}">`, 'the script is asked for before the loader is there')
  t.notMatch(ofConsole.text, /static/, 'it depends on no release')
})

t.test('If PUBLIC_URL has a path, a page of the console finds its files by relative paths', async (t) => {
  const { anonymous } = await createWorld(t, 'sqlite', { PUBLIC_URL: 'https://example.com/films' })
  const { text } = await anonymous.get('/console/assets/17')
  t.match(text, 'src="../static/', 'relative to the page')
})
