import { onOneDatabase } from '../../helper/app.js'
import { succeed } from '../../helper/items.js'

const LIMIT = 5

onOneDatabase('With RATE_LIMIT, a key that has sent that many requests within a minute gets 429 with Retry-After', async (t, world) => {
  const { admin, anonymous, addUser } = world
  const [one, other] = [await addUser(), await addUser()]
  for (let count = 0; count < LIMIT; count++) t.equal((await one.client.get('projects')).status, 200)

  await t.test('a refusal has the exact text, and nothing is done', async (t) => {
    for (
      const answer of [await one.client.get('projects'), await one.client.post('assets', { title: 'Too much' }),
        await one.client.post('assets', {})]
    ) {
      t.strictSame([answer.status, answer.body], [429, { error: 'Too many requests' }])
      const retryAfter = Number(answer.headers['retry-after'])
      t.ok(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 60, `in ${retryAfter} s`)
      t.ok(answer.headers['x-request-id'])
    }
    t.equal(await world.app.database.reads.prisma.asset.count(), 0)
  })

  await t.test('the limit of one key does not affect other keys', async (t) => {
    t.equal((await other.client.get('projects')).status, 200)
    t.equal((await admin.get('projects')).status, 200)
  })

  await t.test('requests that need no key are still answered', async (t) => {
    for (let count = 0; count <= LIMIT; count++) t.equal((await anonymous.get('/healthz')).status, 200)
    t.equal((await one.client.get('/openapi.json')).status, 200)
  })

  await t.test('a request without a key is still answered with 401', async (t) => {
    for (let count = 0; count <= LIMIT; count++) t.equal((await anonymous.get('projects')).status, 401)
  })

  await t.test('requests that fail count, too', async (t) => {
    for (let count = 1; count < LIMIT; count++) t.equal((await other.client.get('assets/nobody')).status, 404)
    t.equal((await other.client.get('assets/nobody')).status, 429)
  })
}, { RATE_LIMIT: String(LIMIT) })

onOneDatabase('Without RATE_LIMIT, requests are not limited', async (t, { admin }) => {
  for (let count = 0; count < 200; count++) await succeed(admin.get('projects'))
  const { headers } = await admin.get('projects')
  t.strictSame(Object.keys(headers).filter((name) => name.includes('ratelimit')), [])
})
