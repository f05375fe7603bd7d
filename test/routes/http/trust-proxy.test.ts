import t, { type Test } from 'tap'
import { createWorld, type World } from '../../helper/app.js'
import { addProject } from '../../helper/items.js'
import { keepLog } from '../../helper/log.js'

const PROXY = '10.1.2.3'

/** Returns a function that sends a request from an address; it resolves to the logged address and the link. */
async function openWorld (t: Test, environment: Record<string, string>) {
  const log = keepLog()
  const world = await createWorld(t, 'sqlite', { HOST: '0.0.0.0', ...environment }, { logger: log.logger })
  await addProject(world.admin)
  await addProject(world.admin)
  return async (remoteAddress: string, headers: Record<string, string>) => {
    const answer = await ask(world, remoteAddress, headers)
    return { address: log.about('request').at(-1)!.remoteAddress, link: String(answer.headers.link) }
  }
}

function ask ({ app, config }: World, remoteAddress: string, headers: Record<string, string>) {
  return app.inject({
    url: '/api/v2/projects?limit=1',
    remoteAddress,
    headers: { 'x-api-key': config.ADMIN_API_KEY!, host: 'inside.local', ...headers }
  })
}

const forwarded = {
  'x-forwarded-for': '198.51.100.9, 203.0.113.4',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'media.example.com'
}

t.test('The address, scheme and host that a proxy forwards are used if TRUST_PROXY names the proxy', async (t) => {
  const seen = await openWorld(t, { TRUST_PROXY: '10.0.0.0/8, 203.0.113.4/32, fd00::/8' })
  t.match(await seen(PROXY, forwarded), {
    address: '198.51.100.9',
    link: /^<https:\/\/media\.example\.com\/api\/v2\/projects\?/
  }, 'through two of them')
  t.match(await seen(`::ffff:${PROXY}`, forwarded), { address: '198.51.100.9' })
  t.match(await seen('fd00::1', forwarded), { address: '198.51.100.9' })
  t.match(await seen(PROXY, { 'x-forwarded-for': '6.6.6.6, 198.51.100.9' }), { address: '198.51.100.9' }, 'addresses that the client adds do not count')
  t.match(await seen(PROXY, {}), { address: PROXY, link: /^<http:\/\/inside\.local\// })
})

t.test('The forwarded headers of an untrusted peer are ignored', async (t) => {
  for (const TRUST_PROXY of ['', '10.0.0.0/24']) {
    const seen = await openWorld(t, { TRUST_PROXY })
    t.match(await seen(PROXY, forwarded), { address: PROXY, link: /^<http:\/\/inside\.local\// })
  }
})

t.test('An invalid address, host or scheme from a proxy is ignored', async (t) => {
  const seen = await openWorld(t, { TRUST_PROXY: '0.0.0.0/0' })
  for (const sent of ['unknown', '1.2.3.4:80', 'x'.repeat(5000), '<script>']) {
    t.equal((await seen(PROXY, { 'x-forwarded-for': sent })).address, PROXY)
  }
  t.match((await seen(PROXY, { 'x-forwarded-proto': 'javascript' })).link, /^<http:\/\/inside\.local\//)
  t.notMatch((await seen(PROXY, { 'x-forwarded-host': 'evil.com/path' })).link, 'evil')
})
