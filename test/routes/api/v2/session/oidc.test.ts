import t, { type Test } from 'tap'
import { createWorld, dialects, type World } from '#test/helper/app.js'
import { addProject, succeed } from '#test/helper/items.js'
import { keepLog } from '#test/helper/log.js'
import { goToProvider, isIn, newKeys, signInByProvider, SITE, startProvider } from '#test/helper/oidc.js'
import { openTwice } from '#test/helper/processes.js'
import { giveAway, WHEN_BEGUN_MS, WHEN_FREE_MS } from '#test/helper/removals.js'
import { createVisitor, PASSWORD, setCookies } from '#test/helper/visitor.js'
import { createUsers } from '#src/access/users.js'
import { createProvider } from '#src/oidc/provider.js'
import { readConfig } from '#src/process/config.js'

const IN = `${SITE}/console/`
const refusal = (reason: string) => `${SITE}/console/#sign-in=${reason}`

async function openBoth (t: Test, dialect: typeof dialects[number], more: Record<string, string> = {}) {
  const provider = await startProvider(t)
  const world = await createWorld(t, dialect, { ...provider.environment, ...more })
  return { provider, world, enter: () => signInByProvider(world.app) }
}

const changesOf = async ({ app }: World) =>
  (await app.database.reads.prisma.historyEntry.findMany({ where: { event: { in: ['USER_EDITED', 'USER_ADDED'] } }, orderBy: { id: 'asc' } }))
    .map(({ event, targets }) => [event, JSON.parse(targets)])

for (const dialect of dialects) {
  t.test(`People sign in by the provider, and the first time binds their identity there to the user (${dialect})`, async (t) => {
    const { provider, world, enter } = await openBoth(t, dialect)
    const { app, admin, anonymous, addUser } = world
    t.strictSame(await succeed(anonymous.get('session/methods')), { password: true, mail: false, oidc: { name: 'Keycloak' } })
    const ann = await addUser({ email: 'Ann@example.com' })
    const { invitation } = await succeed(admin.post(`admin/users/${ann.id}/invitations`))

    await t.test('The redirect to the provider has PKCE, state and nonce, and sets a cookie', async (t) => {
      const { begun, visitor } = await goToProvider(app)
      const { searchParams, origin } = new URL(String(begun.headers.location))
      t.equal(begun.status, 303)
      t.equal(origin, provider.issuer)
      t.equal(searchParams.get('redirect_uri'), `${SITE}/api/v2/session/oidc/callback`)
      t.equal(searchParams.get('code_challenge_method'), 'S256')
      const [, state, nonce, verifier] = visitor.cookies.get('cutroom_oidc')!.split('.')
      t.strictSame([searchParams.get('state'), searchParams.get('nonce')], [state, nonce])
      t.not(begun.headers.location, verifier)
      t.match(setCookies(begun), [/; Max-Age=600; Path=\/api\/v2\/session\/oidc; HttpOnly; Secure; SameSite=Lax$/])
    })

    const first = await enter()
    t.equal(first.to, IN)
    t.match(setCookies(first.answer), [/^cutroom_oidc=; /, /^cutroom_session=.*SameSite=Strict$/])
    t.equal((await first.visitor.get('user', { 'x-requested-with': 'cutroom' })).body.user.id, ann.id)
    t.match((await changesOf(world)).at(-1), ['USER_EDITED', { user_id: ann.id, change: 'provider' }])
    const used = await createVisitor(app, { 'x-requested-with': 'cutroom' })
      .post('session/password', { token: invitation.token, password: PASSWORD })
    t.strictSame(used.body, { error: 'Invalid token' }, 'the link has ended')

    await t.test('After the first sign-in the subject identifies the person, not the e-mail', async (t) => {
      const before = (await changesOf(world)).length
      provider.state.person = { sub: 'ann-1', email: 'married@example.com', email_verified: false }
      const { visitor, to } = await enter()
      t.equal(to, IN)
      t.equal((await visitor.get('user', { 'x-requested-with': 'cutroom' })).body.user.id, ann.id)
      t.equal((await changesOf(world)).length, before)
      provider.state.person = { sub: 'mallory', email: 'ann@example.com', email_verified: true }
      t.equal((await enter()).to, refusal('bound'))
    })

    await t.test('Unknown, unverified and disabled people are refused with a reason and get no session', async (t) => {
      const disabled = await addUser()
      await createUsers(app).disable(disabled.email)
      for (const [person, reason] of [
        [{ sub: '1', email: 'nobody@example.com', email_verified: true }, 'unknown'],
        [{ sub: '2', email: world.adminCaller.email, email_verified: false }, 'unverified'],
        [{ sub: '3', email: world.adminCaller.email, email_verified: 'yes' }, 'unverified'],
        [{ sub: '4', email: world.adminCaller.email }, 'unverified'],
        [{ sub: '5' }, 'unverified'],
        [{ sub: '6', email: disabled.email, email_verified: true }, 'disabled']
      ] as const) {
        provider.state.person = person
        const { to, visitor } = await enter()
        t.equal(to, refusal(reason), JSON.stringify(person))
        t.notOk(await isIn(visitor))
      }
      provider.state.refuses = true
      t.equal((await enter()).to, refusal('refused'))
      provider.state.refuses = false
      t.equal(await app.database.reads.prisma.identity.count(), 1)
    })

    await t.test('A sign-in that begins in one process can end in another', async (t) => {
      provider.state.person = { sub: 'ann-1' }
      const { apps } = await openTwice(t, world)
      const { visitor, back } = await goToProvider(apps[0])
      const other = createVisitor(apps[1], {})
      other.cookies.set('cutroom_oidc', visitor.cookies.get('cutroom_oidc')!)
      t.equal((await other.get(back)).headers.location, IN)
      t.ok(await isIn(other))
    })

    await t.test('A disabled user cannot sign in any more', async (t) => {
      await createUsers(app).disable(ann.email)
      t.equal((await enter()).to, refusal('disabled'))
    })
  })

  t.test(`With OIDC_NEW_USERS an unknown person becomes a user of the first account, who sees projects (${dialect})`, async (t) => {
    const { provider, world } = await openBoth(t, dialect, { OIDC_NEW_USERS: 'projects', PASSWORDS: 'off' })
    await addProject(world.admin, { title: 'Hidden' })
    provider.state.person = { sub: 'new-1', email: 'new@example.com', email_verified: true }
    const { apps } = await openTwice(t, world)
    const entered = await Promise.all([0, 1, 0].map((index) => signInByProvider(apps[index]!)))
    t.strictSame(entered.map(({ to }) => to), [IN, IN, IN])
    const { user } = (await entered[0]!.visitor.get('user', { 'x-requested-with': 'cutroom' })).body
    t.match(user, { email: 'new@example.com', admin: false, access: 'projects', account: world.adminCaller.account })
    t.strictSame((await entered[0]!.visitor.get('projects', { 'x-requested-with': 'cutroom' })).body, { projects: [] })
    t.strictSame((await changesOf(world)).slice(-2), [
      ['USER_ADDED', { user_id: user.id }], ['USER_EDITED', { user_id: user.id, change: 'provider' }]
    ])
  })

  t.test(`A removed person is unknown while the e-mail is kept, and then a new user who has nothing (${dialect})`, async (t) => {
    const { provider, world, enter } = await openBoth(t, dialect, { OIDC_NEW_USERS: 'projects' })
    const { admin, adminCaller } = world
    provider.state.person = { sub: 'ann-1', email: 'ann@example.com', email_verified: true }
    const headers = { 'x-requested-with': 'cutroom' }
    const { visitor } = await enter()
    const { user } = (await visitor.get('user', headers)).body
    const { asset } = await succeed(visitor.send('POST', 'assets', { title: 'Of Ann' }, headers))
    await succeed(admin.delete(`admin/users/${user.id}`, { to_user_id: adminCaller.userId }))
    t.equal((await visitor.get('user', headers)).status, 401)
    t.equal((await enter()).to, refusal('unknown'))
    await giveAway(world, WHEN_BEGUN_MS)
    t.equal((await enter()).to, refusal('unknown'))
    provider.state.person = { sub: 'eve-1', email: `removed-${user.id}@removed.invalid`, email_verified: true }
    t.equal((await enter()).to, refusal('unknown'), 'nobody comes in as what a removed user is shown by')

    await giveAway(world, WHEN_FREE_MS)
    provider.state.person = { sub: 'ann-1', email: 'ann@example.com', email_verified: true }
    const again = await enter()
    t.equal(again.to, IN)
    t.not((await again.visitor.get('user', headers)).body.user.id, user.id)
    t.equal((await again.visitor.get(`assets/${asset.id}`, headers)).status, 404)
  })
}

t.test('A provider that sends wrong answers, hangs or fails signs nobody in', async (t) => {
  const { provider, world: { app, addUser }, enter } = await openBoth(t, 'sqlite')
  const { state } = provider
  await addUser({ email: 'ann@example.com' })
  const answered = async (change: (nonce: string) => void) => {
    const { visitor, back, nonce } = await goToProvider(app)
    change(nonce!)
    const answer = await visitor.get(back)
    state.instead = {}
    t.equal(await isIn(visitor), answer.headers.location === IN)
    return answer.headers.location
  }
  const now = () => Math.floor(Date.now() / 1000)

  await t.test('The new keys of a provider are fetched when it changes them', async (t) => {
    t.equal((await enter()).to, IN)
    provider.start()
    t.equal((await enter()).to, IN)
  })

  await t.test('Tokens with a wrong issuer, audience, time, nonce or subject, or by an unknown key, are refused', async (t) => {
    t.equal(await answered((nonce) => provider.sayToken({ nonce })), IN)
    t.equal(await answered((nonce) => provider.sayToken({ nonce, exp: now() - 30, iat: now() - 60 })), IN, 'a clock may be off a little')
    for (const claims of [{ aud: 'another' }, { aud: ['cutroom', 'another'], azp: 'another' }, { iss: 'http://127.0.0.1:1' }, { exp: now() - 120 },
      { iat: 'yesterday' }, { nonce: 'another' }, { nonce: undefined }, { sub: '' }, { sub: 5 }, { sub: '\0' }, { sub: 'x'.repeat(5000) }, { nbf: now() + 600 }]) {
      t.equal(await answered((nonce) => provider.sayToken({ nonce, ...claims })), refusal('failed'), JSON.stringify(claims))
    }
    t.equal(await answered((nonce) => provider.sayToken({ nonce }, newKeys().privateKey)), refusal('failed'))
  })

  await t.test('A code is accepted once, and not after it has expired', async (t) => {
    const { visitor, back } = await goToProvider(app)
    const cookie = visitor.cookies.get('cutroom_oidc')!
    t.equal((await visitor.get(back)).headers.location, IN)
    t.equal((await visitor.get(back)).headers.location, refusal('expired'), 'the cookie is gone')
    const again = createVisitor(app, {})
    again.cookies.set('cutroom_oidc', cookie)
    t.equal((await again.get(back)).headers.location, refusal('failed'))
    provider.start({ ttl: { AuthorizationCode: () => -1 } })
    t.equal((await enter()).to, refusal('failed'))
    provider.start()
  })

  await t.test('A callback in another browser, one that was tampered with, and a late one are refused', async (t) => {
    const { back } = await goToProvider(app)
    t.equal((await createVisitor(app, {}).get(back)).headers.location, refusal('expired'))
    const other = (await goToProvider(app)).visitor
    t.equal((await other.get(back)).headers.location, refusal('failed'))
    for (const query of ['', '?code=x', '?error=access_denied', '?state=a&state=b', '?code=%00&state=%ff', '?to=https://evil.example']) {
      const { visitor } = await goToProvider(app)
      t.match((await visitor.get(`session/oidc/callback${query}`)).headers.location, /^https:\/\/media\.example\.com\/console\/#sign-in=(?:failed|refused)$/, query)
    }
    const { visitor, back: late } = await goToProvider(app)
    const [, ...rest] = visitor.cookies.get('cutroom_oidc')!.split('.')
    visitor.cookies.set('cutroom_oidc', [Date.now() - 600_001, ...rest].join('.'))
    t.equal((await visitor.get(late)).headers.location, refusal('expired'))
  })

  await t.test('Broken, too large and redirecting answers of the provider are refused', async (t) => {
    let wasAsked = false
    state.instead['/elsewhere'] = () => { wasAsked = true }
    for (const handler of [
      (_request: unknown, response: any) => response.end('not JSON'),
      (_request: unknown, response: any) => response.destroy(),
      (_request: unknown, response: any) => { response.statusCode = 500; response.end() },
      (_request: unknown, response: any) => { response.writeHead(307, { location: '/elsewhere' }).end() },
      (_request: unknown, response: any) => { response.writeHead(200, { 'content-type': 'application/json' }).end(' '.repeat(2 * 1024 ** 2)) }
    ]) {
      t.equal(await answered(() => { state.instead['/token'] = handler }), refusal('failed'))
    }
    t.notOk(wasAsked)
  })

  await t.test('A provider that hangs is given up after a timeout', async (t) => {
    t.equal(await answered(() => { state.instead['/token'] = () => {} }), refusal('failed'))
  })
})

t.test('A provider that describes itself wrongly counts as unreachable, and people are led back', async (t) => {
  const { provider, world: { app } } = await openBoth(t, 'sqlite')
  for (const document of ['nothing', '{}', JSON.stringify({ issuer: 'https://another.example' })]) {
    provider.state.instead['/.well-known/openid-configuration'] = (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(document)
    }
    const { headers } = await createVisitor(app, {}).get('session/oidc')
    t.equal(headers.location, refusal('unreachable'))
  }
})

/** The service's own way to the provider, without the service. Discovery is cached, so each looks anew. */
const wayTo = ({ environment }: Awaited<ReturnType<typeof startProvider>>, issuer: string) => createProvider({
  issuer,
  clientId: environment.OIDC_CLIENT_ID,
  clientSecret: environment.OIDC_CLIENT_SECRET,
  trustsEmail: false,
  groupsClaim: null
}, `${SITE}/api/v2/session/oidc/callback`)

t.test('The secret is sent in the way that discovery names: in the header where it names both, or nothing', async (t) => {
  const provider = await startProvider(t)
  const { issuer, state } = provider
  for (const [methods, way] of [
    [undefined, 'header'], [['client_secret_post', 'client_secret_basic'], 'header'], [['client_secret_basic'], 'header'],
    [['private_key_jwt'], 'header'], [['client_secret_post'], 'body'], [['private_key_jwt', 'client_secret_post'], 'body']
  ] as const) {
    state.instead['/.well-known/openid-configuration'] = (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        token_endpoint_auth_methods_supported: methods
      }))
    }
    const { begin, end } = wayTo(provider, issuer)
    const { checks } = await begin()
    provider.sayToken({ nonce: checks.nonce })
    const token = state.instead['/token']!
    let sent = ''
    state.instead['/token'] = (request, response) => {
      let body = ''
      request.on('data', (chunk) => { body += String(chunk) })
      request.on('end', () => {
        sent = [request.headers.authorization && 'header', body.includes('client_secret=') && 'body'].filter(Boolean).join()
        token(request, response)
      })
    }
    t.equal((await end(`code=x&state=${checks.state}`, checks)).subject, state.person.sub)
    t.equal(sent, way, String(methods))
  }
})

t.test('Two tabs may be under way to the provider, whichever comes back first', async (t) => {
  const { world: { app, addUser } } = await openBoth(t, 'sqlite')
  await addUser({ email: 'ann@example.com' })
  for (const order of [[0, 1], [1, 0]] as const) {
    const visitor = createVisitor(app, {})
    const tabs = [await goToProvider(app, visitor), await goToProvider(app, visitor)] as const
    for (const tab of order) {
      t.equal((await visitor.get(tabs[tab].back)).headers.location, IN)
      t.ok(await isIn(visitor))
    }
    t.equal((await visitor.get(tabs[0].back)).headers.location, refusal('expired'), 'each once')
  }
  const visitor = createVisitor(app, {})
  const first = await goToProvider(app, visitor)
  t.equal((await visitor.get('session/oidc/callback?code=x&state=forged')).headers.location, refusal('failed'))
  t.equal((await visitor.get(first.back)).headers.location, IN, 'a forged way back ends nothing')
  const many = createVisitor(app, {})
  const tabs = []
  for (let tab = 0; tab < 6; tab++) tabs.push(await goToProvider(app, many))
  t.equal((await many.get(tabs[5]!.back)).headers.location, IN)
  t.equal((await many.get(tabs[0]!.back)).headers.location, refusal('failed'), 'the oldest of six has ended')
})

t.test('What the ID token lacks is asked of userinfo, and the log says which claim is missing', async (t) => {
  const provider = await startProvider(t)
  const log = keepLog()
  const { logger } = log
  const strict = await createWorld(t, 'sqlite', provider.environment, { logger })
  const trusting = await createWorld(t, 'sqlite', { ...provider.environment, OIDC_TRUST_EMAIL: 'yes' }, { logger })
  let people = 0
  /** Signs somebody new in. `null`: userinfo fails. */
  async function enter (
    { app, addUser }: World, tokenOf: (email: string) => object, infoOf: (email: string) => object | null
  ) {
    const [sub, email] = [`person-${++people}`, `person-${people}@example.com`]
    await addUser({ email })
    provider.state.person = { sub }
    const { visitor, back, nonce } = await goToProvider(app)
    provider.sayToken({ nonce, ...tokenOf(email) })
    provider.state.instead['/me'] = (_request, response) => {
      const info = infoOf(email)
      response.writeHead(info === null ? 500 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ sub, ...info }))
    }
    const { headers } = await visitor.get(back)
    provider.state.instead = {}
    return headers.location
  }
  const nothing = () => ({})
  const both = (email: string) => ({ email, email_verified: true })
  for (const [name, token, info] of [
    ['all is in the token, and userinfo is not asked', both, () => null],
    ['a text for true', (email: string) => ({ email, email_verified: 'true' }), () => null],
    ['all is at userinfo', nothing, both],
    ['a text for true at userinfo', nothing, (email: string) => ({ email, email_verified: 'true' })],
    ['the token lacks email_verified', (email: string) => ({ email }), () => ({ email_verified: true })],
    ['in another spelling', (email: string) => ({ email }), (email: string) => ({ email: email.toUpperCase(), email_verified: true })],
    ['the token lacks the e-mail', () => ({ email_verified: true }), (email: string) => ({ email })]
  ] as const) t.equal(await enter(strict, token, info), IN, name)

  for (const [reason, token, info, detail] of [
    ['unverified', nothing, nothing, /the claim email is missing/],
    ['unverified', nothing, (email: string) => ({ email }), /the claim email_verified is missing/],
    ['unverified', (email: string) => ({ email }), nothing, /the claim email_verified is missing/],
    ['unverified', (email: string) => ({ email }), () => null, /email_verified is missing.*userinfo has failed/],
    ['unverified', (email: string) => ({ email, email_verified: false }), both, /the claim email_verified is false/],
    ['unverified', (email: string) => ({ email }), () => ({ email: 'other@example.com', email_verified: true }), /email_verified is missing/],
    ['unverified', () => ({ email: 'no address', email_verified: true }), nothing, /the claim email is no e-mail address/],
    ['failed', nothing, () => null, /./]
  ] as const) {
    t.equal(await enter(strict, token, info), refusal(reason), String(detail))
    t.match(log.about('sign-in by the provider failed').at(-1), { reason, detail })
  }

  for (const [name, token, info] of [
    ['nothing is said', (email: string) => ({ email }), () => null],
    ['it is said not to be verified', (email: string) => ({ email, email_verified: false }), () => null],
    ['only userinfo has it', nothing, (email: string) => ({ email, email_verified: false })]
  ] as const) t.equal(await enter(trusting, token, info), IN, `trusted: ${name}`)
  t.equal(await enter(trusting, nothing, nothing), refusal('unverified'))
  t.match(log.about('sign-in by the provider failed').at(-1), { detail: /the claim email is missing/ })
})

t.test('The issuer is known with and without a slash at its end; another one is unreachable, and the log has both', async (t) => {
  const provider = await startProvider(t)
  for (const [path, set, isKnown] of [
    ['', '/', true], ['', '', true], ['/', '', true], ['/o/cutroom', '/o/cutroom/', true], ['/o/cutroom/', '/o/cutroom', true],
    ['/o/other', '/o/cutroom', false]
  ] as const) {
    const [issuer, configured] = [provider.issuer + path, provider.issuer + set]
    const place = `${set.replace(/\/$/, '')}/.well-known/openid-configuration`
    const endpoint = (name: string) => `${provider.issuer}/${name}`
    provider.state.instead[place] = (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({
        issuer, authorization_endpoint: endpoint('auth'), token_endpoint: endpoint('token'), jwks_uri: endpoint('jwks')
      }))
    }
    if (isKnown) {
      const { begin, end } = wayTo(provider, configured)
      const { checks } = await begin()
      provider.sayToken({ nonce: checks.nonce, iss: issuer })
      const query = `code=x&state=${checks.state}&iss=${encodeURIComponent(issuer)}`
      t.equal((await end(query, checks)).issuer, issuer, `${issuer} for ${configured}`)
      continue
    }
    const log = keepLog()
    const environment = { ...provider.environment, OIDC_ISSUER: configured }
    const { app } = await createWorld(t, 'sqlite', environment, { logger: log.logger })
    t.equal((await createVisitor(app, {}).get('session/oidc')).headers.location, refusal('unreachable'))
    const [{ detail }] = log.about('sign-in by the provider failed')
    t.ok(detail.includes(`${configured},`) && detail.includes(JSON.stringify(issuer)), detail)
  }
})

t.test('Wrong or incomplete settings of a provider stop the start', async (t) => {
  const all = { PUBLIC_URL: SITE, OIDC_ISSUER: 'https://id.example.com/realms/x', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'hidden' }
  t.ok(readConfig(all))
  t.ok(readConfig({ ...all, OIDC_ISSUER: 'http://localhost:8080' }))
  t.strictSame(['', 'no', 'yes'].map((trust) => readConfig({ ...all, OIDC_TRUST_EMAIL: trust }).OIDC_TRUST_EMAIL), [false, false, true])
  t.throws(() => readConfig({ ...all, OIDC_TRUST_EMAIL: 'true' }), { message: /^OIDC_TRUST_EMAIL must be yes or no/ })
  t.throws(() => readConfig({ ...all, OIDC_ISSUER: 'http://id.example.com' }), { message: /^OIDC_ISSUER must be/ })
  t.throws(() => readConfig({ ...all, OIDC_NEW_USERS: 'account' }), { message: /^OIDC_NEW_USERS must be no or projects/ })
  for (const name of ['PUBLIC_URL', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']) {
    t.throws(() => readConfig({ ...all, [name]: '' }), { message: new RegExp(`^OIDC_ISSUER needs ${name}`) })
  }
})

t.test('Without a provider its endpoints are answered with 404', async (t) => {
  const { app } = await createWorld(t, 'sqlite')
  for (const path of ['session/oidc', 'session/oidc/callback?code=x&state=y']) {
    const { status, body } = await createVisitor(app, {}).get(path)
    t.strictSame([status, body], [404, { error: 'not found' }])
  }
})
