import t from 'tap'
import { createWorld, onOneDatabase } from '../../helper/app.js'

const ORIGIN = 'https://app.example.com'
const preflight = (origin: string, method = 'PUT') => ({
  origin,
  'access-control-request-method': method,
  'access-control-request-headers': 'x-api-key,content-type,if-match'
})

const names = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

onOneDatabase('Browsers may call the API from pages of the origins in CORS_ORIGINS', async (t, { admin, anonymous }) => {
  await t.test('A preflight needs no key and lists the allowed methods and headers', async (t) => {
    for (const path of ['projects', 'assets/nobody', 'admin/webhooks', 'nowhere']) {
      const { status, text, headers } = await anonymous.send('OPTIONS', path, undefined, preflight(ORIGIN))
      t.strictSame([status, text], [204, ''], path)
      t.equal(headers['access-control-allow-origin'], ORIGIN)
      t.match(headers.vary, /origin/i)
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        t.match(headers['access-control-allow-methods'], method)
      }
      for (
        const name of ['X-API-KEY', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key', 'Last-Event-ID',
          'X-Request-Id', 'Range']
      ) t.match(headers['access-control-allow-headers'], name)
    }
  })

  await t.test('Pages may read answers and refusals, with the headers that a client needs', async (t) => {
    for (
      const [client, path, expected] of [[admin, 'projects', 200], [admin, 'assets/nobody', 404], [anonymous,
        'projects', 401], [admin, 'projects?limit=0', 422]] as const
    ) {
      const { status, headers } = await client.get(path, { origin: ORIGIN })
      t.equal(status, expected)
      t.equal(headers['access-control-allow-origin'], ORIGIN)
      t.match(headers.vary, /origin/i)
      t.notOk('access-control-allow-credentials' in headers)
      for (const name of ['Link', 'ETag', 'Retry-After', 'X-Request-Id', 'Idempotency-Replayed']) {
        t.match(headers['access-control-expose-headers'], name)
      }
    }
  })

  await t.test('Other origins get no CORS headers', async (t) => {
    for (
      const origin of ['https://evil.example.com', 'https://app.example.com.evil.com', 'http://app.example.com',
        'https://app.example.com:8443', 'null']
    ) {
      t.notOk(
        'access-control-allow-origin' in
          (await anonymous.send('OPTIONS', 'projects', undefined, preflight(origin))).headers,
        origin
      )
      const { headers } = await admin.get('projects', { origin })
      t.notOk('access-control-allow-origin' in headers, origin)
      t.match(headers.vary, /origin/i)
    }
  })

  await t.test('An OPTIONS request that is not a preflight is answered like any other request', async (t) => {
    t.equal((await anonymous.send('OPTIONS', 'projects')).status, 401)
    const { status, body } = await admin.send('OPTIONS', 'projects', undefined, { origin: ORIGIN })
    t.strictSame([status, body], [404, { error: 'not found' }])
  })
}, { CORS_ORIGINS: `http://localhost:5173, ${ORIGIN}/` })

t.test('With CORS_ORIGINS=* any page may call the API', async (t) => {
  const { admin, anonymous } = await createWorld(t, 'sqlite', { CORS_ORIGINS: '*' })
  t.equal(
    (await anonymous.send('OPTIONS', 'projects', undefined, preflight('https://anybody.example')))
      .headers['access-control-allow-origin'],
    '*'
  )
  t.equal((await admin.get('projects', { origin: 'null' })).headers['access-control-allow-origin'], '*')
})

t.test('Without CORS_ORIGINS no page may call the API, and answers have no CORS headers', async (t) => {
  const { admin, anonymous } = await createWorld(t, 'sqlite')
  const { status, headers } = await anonymous.send('OPTIONS', 'projects', undefined, preflight(ORIGIN))
  t.strictSame([status, names(headers)], [401, []])
  t.strictSame(names((await admin.get('projects', { origin: ORIGIN })).headers), [])
})
