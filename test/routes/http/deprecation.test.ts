import t from 'tap'
import { buildForRoutes } from '../../helper/own-routes.js'
import { ADMIN_API_KEY } from '../../helper/templates.js'

const ORIGIN = 'https://app.example.com'
const SINCE = Date.UTC(2027, 0, 1) / 1000
const SUNSET = Date.UTC(2028, 0, 1) / 1000

t.test('A route that is to go says so in the API document and in every answer', async (t) => {
  const app = await buildForRoutes(t, { CORS_ORIGINS: ORIGIN })
  const schema = { tag: { name: 'Old', position: 99, description: 'Old things.' }, summary: 'Get it', description: 'Gets it.' }
  app.get('/api/v2/old', { schema, config: { deprecated: { since: SINCE } } }, async function getOld () { return {} })
  app.get(
    '/api/v2/ending', { schema, config: { deprecated: { since: SINCE, sunset: SUNSET } } }, async function getEnding () { return {} }
  )
  app.get('/api/v2/kept', { schema }, async function getKept () { return {} })

  const key = { 'x-api-key': ADMIN_API_KEY }
  const ask = async (name: string, headers: Record<string, string>) => app.inject({ url: `/api/v2/${name}`, headers })
  for (const [status, headers] of [[200, key], [401, {}]] as const) {
    const old = await ask('old', headers)
    t.match([old.statusCode, old.headers], [status, { deprecation: '@1798761600' }])
    t.notOk('sunset' in old.headers)
    t.match((await ask('ending', headers)).headers, { deprecation: '@1798761600', sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' })
    const kept = await ask('kept', headers)
    t.notOk('deprecation' in kept.headers || 'sunset' in kept.headers)
  }
  t.match((await ask('old', { ...key, origin: ORIGIN })).headers, { 'access-control-expose-headers': /Deprecation, Sunset/ })

  const { paths } = (await app.inject('/openapi.json')).json()
  t.equal(paths['/api/v2/old'].get.deprecated, true)
  t.equal(paths['/api/v2/ending'].get.deprecated, true)
  t.notOk('deprecated' in paths['/api/v2/kept'].get)
})
