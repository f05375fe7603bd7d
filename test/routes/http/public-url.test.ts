import { request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { createWorld, type World } from '../../helper/app.js'
import { addAsset, addProject } from '../../helper/items.js'
import { startFileSender } from '../../helper/media/sender.js'
import { attachReady, mediaSettings } from '../../helper/media/world.js'

/** A world with two projects, whose list has a second page. */
async function openWorld (t: Test, environment: Record<string, string>): Promise<World> {
  const world = await createWorld(t, 'sqlite', environment)
  await addProject(world.admin)
  await addProject(world.admin)
  return world
}

async function linkOf ({ admin }: World, host: string): Promise<string> {
  return /^<(.*)>; rel="next"$/.exec(String((await admin.get('projects?limit=1', { host })).headers.link))![1]!
}

/** The URL of a file that was attached. */
async function attach (t: Test, { admin }: World): Promise<string> {
  const sender = await startFileSender(t, { bytes: Buffer.from('film'), contentType: 'video/mp4' })
  const { id } = await addAsset(admin)
  await attachReady(admin, id, sender.url, 'clip.mp4')
  return (await admin.get(`assets/${id}/media`, { host: 'studio.local' })).body.media[0].download_url
}

t.test('Every URL in an answer begins with PUBLIC_URL, including its path', async (t) => {
  const world = await openWorld(t, {
    ...mediaSettings(t),
    PUBLIC_URL: 'https://media.example.com/cutroom/',
    HOST: '0.0.0.0'
  })
  const [link, download] = [await linkOf(world, 'evil.example.com'), await attach(t, world)]
  t.match(link, /^https:\/\/media\.example\.com\/cutroom\/api\/v2\/projects\?limit=1&cursor=[\w-]+$/)
  t.match(download, /^https:\/\/media\.example\.com\/cutroom\/media\/[\da-f-]{36}\?expires=/)
  t.equal(
    (await world.app.inject(download.replace('https://media.example.com/cutroom', ''))).body,
    'film',
    'the service itself serves without the path'
  )
  t.equal((await world.admin.get(link.replace('https://media.example.com/cutroom', ''))).body.projects.length, 1)

  const { body: document } = await world.anonymous.get('/openapi.json')
  t.equal(document.servers[0].url, 'https://media.example.com/cutroom')
  t.match(document.info.description, '](/cutroom/openapi.json)')
  const { description, schema } = document.paths['/api/v2/projects'].get.responses['200'].headers.Link
  t.match(schema.examples[0], '<https://media.example.com/cutroom/api/v2/projects?limit=')
  t.match(description, 'relative')
  t.equal((await world.anonymous.get('/docs/json')).body.servers[0].url, '/cutroom', 'the page sends its requests to where it was loaded from')
  const { text: page } = await world.anonymous.get('/docs')
  const paths = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!)
  t.ok(paths.length > 3 && paths.every((path) => path.startsWith('/cutroom/docs/static/')), paths.join(' '))
})

t.test('Without PUBLIC_URL, a service on one address ignores the Host header in its URLs', async (t) => {
  const world = await openWorld(t, {})
  t.match(await linkOf(world, 'evil.example.com'), /^\/api\/v2\/projects\?limit=1&cursor=/)
  t.equal((await world.anonymous.get('/openapi.json')).body.servers[0].url, '/')
})

t.test('Without PUBLIC_URL, a service on all addresses uses the Host header in its URLs', async (t) => {
  const world = await openWorld(t, { ...mediaSettings(t), HOST: '0.0.0.0' })
  t.ok((await attach(t, world)).startsWith('http://studio.local/media/'))
  for (
    const host of ['studio.local', 'studio.local:3000', 'my_service:80', '192.168.1.5:3000', '[fd00::1]:3000',
      'LOCALHOST']
  ) {
    const link = await linkOf(world, host)
    t.ok(link.startsWith(`http://${host}/api/v2/projects?`), link)
  }
  t.equal((await world.anonymous.get('/openapi.json')).body.servers[0].url, '/')

  await t.test('a Host header that is not a valid host is not used', async (t) => {
    await world.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = world.app.server.address() as AddressInfo
    const expected = `http://127.0.0.1:${port}/`
    for (
      const host of ['evil.com/path', 'user@evil.com', 'evil.com"', 'a>; rel="next"', 'evil.com?', 'evil.com#', '-evil',
        'a b', 'evil.com:80:80', 'evil.com:123456', '[evil]', 'é.com', 'x'.repeat(300), 'javascript:alert(1)']
    ) {
      const answer = await ask(world, port, host)
      if (answer.status === 400) continue
      const [, link] = /^<(.*)>; rel="next"$/.exec(answer.link)!
      t.ok(link!.startsWith(expected), `${host}: ${link}`)
    }
    t.ok((await withoutHost(world, port)).includes(`link: <${expected}api/v2/projects?`), 'HTTP/1.0 has no Host')
  })
})

t.test('The host of an absolute request target is ignored, and two Host headers are refused with 400', async (t) => {
  const world = await openWorld(t, { HOST: '0.0.0.0' })
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.address() as AddressInfo
  const send = async (head: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.end(`${head}\r\nX-API-KEY: ${world.config.ADMIN_API_KEY}\r\nConnection: close\r\n\r\n`)
    return text(socket)
  }
  for (const target of ['http://evil.example', 'HTTPS://evil.example:80', 'http://studio.local@evil.example']) {
    const answer = await send(`GET ${target}/api/v2/projects?limit=1 HTTP/1.1\r\nHost: studio.local`)
    t.match(answer, /^HTTP\/1.1 200 [^]*\r\nlink: <http:\/\/studio\.local\/api\/v2\/projects\?limit=1&cursor=/)
    t.notMatch(answer, 'evil')
  }
  t.match(await send('GET http://evil.example HTTP/1.1\r\nHost: studio.local'), /^HTTP\/1.1 (302|404) /)
  for (const path of ['/api/v2/projects', '/healthz', '/nowhere']) {
    const answer = await send(`GET ${path} HTTP/1.1\r\nHost: studio.local\r\nhost: studio.local`)
    t.match(answer, /^HTTP\/1.1 400 [^]*\{"error":"Bad Request"\}$/, path)
  }
})

t.test('A service on all IPv6 addresses uses the Host header in its URLs, too', async (t) => {
  const world = await openWorld(t, { HOST: '::' })
  t.match(await linkOf(world, 'studio.local'), /^http:\/\/studio\.local\/api\/v2\/projects\?/)
})

async function ask ({ config }: World, port: number, host: string): Promise<{ status: number, link: string }> {
  return new Promise((resolve, reject) => {
    request({
      port,
      path: '/api/v2/projects?limit=1',
      headers: { host: Buffer.from(host).toString('latin1'), 'x-api-key': config.ADMIN_API_KEY! },
      agent: false
    }, (answer) => {
      answer.resume().on('end', () => resolve({ status: answer.statusCode!, link: String(answer.headers.link) }))
    }).on('error', reject).end()
  })
}

async function withoutHost ({ config }: World, port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end(`GET /api/v2/projects?limit=1 HTTP/1.0\r\nX-API-KEY: ${config.ADMIN_API_KEY}\r\n\r\n`)
  return text(socket)
}
