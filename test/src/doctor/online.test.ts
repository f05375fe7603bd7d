import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { openStorage } from '#src/media/storage/open.js'
import { createWorld } from '../../helper/app.js'
import { examine, install } from '../../helper/installation.js'
import { startMailServer } from '../../helper/mail.js'
import { setAws, startS3 } from '../../helper/media/s3-server.js'
import { startProvider } from '../../helper/oidc.js'

const PUBLIC_URL = 'http://127.0.0.1:1'
const PASSWORD = 'geheim_geheim'

/** What the checks that ask others have found, by their names. */
async function ask (t: Test, settings: Record<string, string>) {
  const { folder, environment } = await install(t)
  const { checks } = await examine({ folder, environment: { ...environment, ...settings } }, { online: true })
  t.notMatch(JSON.stringify(checks), PASSWORD)
  return Object.fromEntries(checks.slice(-4).map((check) => [check.name, check]))
}

/** A port of this machine at which nobody listens. */
async function freePort (): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

t.test('What is not set up is skipped, and nothing has to be done', async (t) => {
  const { mail, provider, bucket, public: address } = await ask(t, {})
  t.match([mail, provider, bucket, address], [
    { status: 'skipped', text: 'SMTP_URL is not set', mend: null },
    { status: 'skipped', text: 'OIDC_ISSUER is not set', mend: null },
    { status: 'skipped', text: 'MEDIA_URL is not set', mend: null },
    { status: 'skipped', text: 'PUBLIC_URL is not set', mend: null }
  ])
})

t.test('The mail server is signed in to, and gets no message', async (t) => {
  const { url, received } = await startMailServer(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => done(password === PASSWORD ? null : new Error('no'), { user: 'me' })
  })
  const signedIn = (password: string) => ask(t, { PUBLIC_URL, SMTP_URL: url.replace('//', `//me:${password}@`), MAIL_FROM: 'me@example.com' })
  t.match((await signedIn(PASSWORD)).mail, { status: 'ok', text: /^127\.0\.0\.1:\d+ lets me in$/ })
  t.match((await signedIn('wrong')).mail, { status: 'failure', text: /does not let the service in: EAUTH 535/, mend: /^\S/ })
  t.equal(received.length, 0)
  const gone = await ask(t, { PUBLIC_URL, SMTP_URL: `smtp://me:${PASSWORD}@127.0.0.1:${await freePort()}` })
  t.match(gone.mail, { status: 'failure', text: /ECONN|ESOCKET/ })
})

t.test('The provider describes itself', async (t) => {
  const { environment, state } = await startProvider(t)
  t.match((await ask(t, environment)).provider, { status: 'ok' })
  state.instead['/.well-known/openid-configuration'] = (_request, response) => response.writeHead(500).end()
  t.match((await ask(t, environment)).provider, { status: 'failure', text: /^http:\/\/127\.0\.0\.1:\d+: the provider's answer/ })
})

t.test('The bucket takes an object, gives it back, and has none afterwards', async (t) => {
  const MEDIA_URL = await startS3(t)
  t.match((await ask(t, { MEDIA_URL })).bucket, { status: 'ok' })
  const left = []
  for await (const object of openStorage({ MEDIA_URL, MEDIA_DIR: t.testdir() }).list()) left.push(object)
  t.strictSame(left, [])
  t.match((await ask(t, { MEDIA_URL: 's3://nowhere' })).bucket, { status: 'failure', text: /^s3:\/\/nowhere: / })
  setAws(t, { AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${await freePort()}` })
  t.match((await ask(t, { MEDIA_URL })).bucket, { status: 'failure', text: /ECONNREFUSED/ })
})

t.test('So do the buckets of locations', async (t) => {
  const url = await startS3(t)
  const LOCATIONS = `archive=${url}/archive,ingest=/nowhere`
  t.match((await ask(t, { LOCATIONS })).bucket, { status: 'ok', text: `${url}/archive takes an object, gives it back, and removes it` })
  const left = []
  for await (const object of openStorage({ MEDIA_URL: url, MEDIA_DIR: t.testdir() }).list()) left.push(object)
  t.strictSame(left, [])
  const both = await ask(t, { LOCATIONS: `${LOCATIONS},old=s3://nowhere`, MEDIA_URL: `${url}/media` })
  t.match(both.bucket, { status: 'failure', text: /^s3:\/\/nowhere: /, mend: /^Correct LOCATIONS/ })
})

t.test('PUBLIC_URL leads to the service', async (t) => {
  const { app } = await createWorld(t, 'sqlite')
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  t.match((await ask(t, { PUBLIC_URL: url })).public, { status: 'ok', text: `${url} leads to Cutroom` })
  t.match((await ask(t, { PUBLIC_URL: `${url}/cutroom` })).public, { status: 'failure', text: /does not lead to Cutroom: it answers 404$/ })
  t.match((await ask(t, { PUBLIC_URL: `http://127.0.0.1:${await freePort()}` })).public, { status: 'failure', text: /does not lead to Cutroom: / })
})
