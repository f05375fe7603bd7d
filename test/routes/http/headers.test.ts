import { createWorld, type Answer } from '../../helper/app.js'
import t from 'tap'

const ID = /^[\w.:-]{1,128}$/

const world = await createWorld(t, 'sqlite')
const { admin, anonymous } = world

/** Requests for each kind of answer: successes, with data and without, and each kind of refusal. */
const kinds: Record<string, (headers: Record<string, string>) => Promise<Answer>> = {
  success: (headers) => admin.send('GET', 'projects', undefined, headers),
  'an unknown key': (headers) => anonymous.send('GET', 'projects', undefined, headers),
  'an unknown item': (headers) => admin.send('GET', 'assets/nobody', undefined, headers),
  'an unknown path': (headers) => admin.send('GET', 'nowhere', undefined, headers),
  'a path that cannot be decoded': (headers) => admin.send('GET', 'assets/%zz', undefined, headers),
  'a missing parameter': (headers) => admin.send('POST', 'assets', {}, headers),
  'broken JSON': (headers) => admin.send('POST', 'assets', '{', headers),
  'too large a body': (headers) => admin.send('POST', 'assets', { title: 'x'.repeat(1024 ** 2) }, headers),
  'another Content-Type': (headers) =>
    admin.send('POST', 'assets', 'a=b', { ...headers, 'content-type': 'application/x-www-form-urlencoded' }),
  'a failure with 200': (headers) => admin.send('POST', 'projects', { title: 'x', tags: [] }, headers),
  'a public endpoint': (headers) => anonymous.send('GET', '/healthz', undefined, headers)
}

t.test('Every answer has an X-Request-Id: the one of the caller if it is valid, otherwise a new one', async (t) => {
  const made = new Set<unknown>()
  for (const [kind, ask] of Object.entries(kinds)) {
    for (const sent of ['my-request', '1', 'a.b:c-d_e', 'x'.repeat(128)]) {
      t.equal((await ask({ 'x-request-id': sent })).headers['x-request-id'], sent, `${kind}: ${sent.slice(0, 20)}`)
    }
    for (const unfit of ['', 'two words', 'x'.repeat(129), '"quoted"', '{"json":1}', 'a;b', 'é']) {
      const id = (await ask({ 'x-request-id': unfit })).headers['x-request-id']
      t.match(id, ID, `${kind}: ${unfit.slice(0, 20)}`)
      t.not(id, unfit)
      made.add(id)
    }
    made.add((await ask({})).headers['x-request-id'])
  }
  t.equal(made.size, Object.keys(kinds).length * 8, 'no two are the same')
})

t.test('Every answer of the API has the security headers, and none that names its software', async (t) => {
  for (const [kind, ask] of Object.entries(kinds)) {
    const { headers } = await ask({})
    t.match(headers, {
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache'
    }, kind)
    t.strictSame(
      Object.keys(headers).filter((name) => /^(x-powered-by|server|access-control-.*)$/.test(name)),
      [],
      `${kind} does not name the software of the service`
    )
  }
})

t.test('Strict-Transport-Security is sent only if PUBLIC_URL is https, and only for this host name', async (t) => {
  const { anonymous: byTls } = await createWorld(t, 'sqlite', { PUBLIC_URL: 'https://cutroom.example.com' })
  for (const path of ['/healthz', '/docs', '/api/v2/projects']) {
    t.match((await byTls.get(path)).headers['strict-transport-security'], /^max-age=\d{8}$/, path)
    t.notOk('strict-transport-security' in (await anonymous.get(path)).headers, path)
  }
  const { anonymous: plain } = await createWorld(t, 'sqlite', { PUBLIC_URL: 'http://cutroom.example.com' })
  t.notOk('strict-transport-security' in (await plain.get('/healthz')).headers)
})

t.test('The docs page may run only what this service serves', async (t) => {
  const { status, headers } = await anonymous.get('/docs')
  t.equal(status, 200)
  const policy = String(headers['content-security-policy'])
  t.match(policy, /default-src 'none';/)
  t.match(policy, /script-src 'self'(;|$)/)
  t.notMatch(policy, /unsafe|http|\*/)
  t.match(headers, { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' })
})
