import t from 'tap'
import { buildForRoutes } from '../../helper/own-routes.js'
import { ADMIN_API_KEY } from '../../helper/templates.js'

t.test('A route of a minor whose upgrade is not finished answers 503', async (t) => {
  const app = await buildForRoutes(t)
  const schema = { tag: { name: 'New', position: 99, description: 'New things.' }, summary: 'Get it', description: 'Gets it.' }
  app.get('/api/v2/new', { schema, config: { since: '99.1' } }, async function getNew () { return {} })
  app.get('/api/v2/begun', { schema, config: { since: '1.0' } }, async function getBegun () { return {} })
  const ask = async (name: string, headers = {}) => app.inject({ url: `/api/v2/${name}`, headers })

  const key = { 'x-api-key': ADMIN_API_KEY }
  const answer = await ask('new', key)
  t.match([answer.statusCode, answer.json()], [503, { error: 'The upgrade is not finished' }])
  t.match(answer.headers['retry-after'], /^\d+$/)
  t.equal((await ask('new')).statusCode, 401, 'who has no key hears nothing of it')
  t.equal((await ask('begun', key)).statusCode, 200)
})
