import t from 'tap'
import { createWorld } from '../../helper/app.js'

const PATH = '/.well-known/security.txt'
const DAY_MS = 86_400_000

t.test('With SECURITY_CONTACT anybody may read security.txt, which expires in 90 days', async (t) => {
  const { app } = await createWorld(t, 'sqlite', {
    SECURITY_CONTACT: 'mailto:security@example.com', PUBLIC_URL: 'https://media.example.com'
  })
  const before = Date.now()
  const { statusCode, headers, body } = await app.inject(PATH)
  t.match({ statusCode, headers }, { statusCode: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  const [contact, expires, canonical, ...rest] = body.split('\n')
  t.strictSame([contact, canonical, rest], ['Contact: mailto:security@example.com',
    'Canonical: https://media.example.com/.well-known/security.txt', ['']])
  const [, time] = /^Expires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/.exec(expires!)!
  const days = (Date.parse(time!) - before) / DAY_MS
  t.ok(days > 89.99 && days < 90.1)
})

t.test('Below a path it is not the file of the host, and without SECURITY_CONTACT there is none', async (t) => {
  const below = await createWorld(t, 'sqlite', {
    SECURITY_CONTACT: 'https://example.com/security', PUBLIC_URL: 'https://example.com/cutroom'
  })
  t.match((await below.app.inject(PATH)).body, /^Contact: https:\/\/example\.com\/security\nExpires: \S+\n$/)
  const { app } = await createWorld(t, 'sqlite')
  t.equal((await app.inject(PATH)).statusCode, 404)
})
