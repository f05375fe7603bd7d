import t, { type Test } from 'tap'
import { createWorld, dialects, type World } from '#test/helper/app.js'
import { addProject, succeed } from '#test/helper/items.js'
import { goToProvider, SITE, startProvider } from '#test/helper/oidc.js'
import { readClaims, type Claims } from '#src/oidc/claims.js'

const addGroup = async ({ admin }: World, name: string, providerGroup: string | null): Promise<number> =>
  (await succeed(admin.post('admin/user_groups', { name, provider_group: providerGroup }))).user_group.id

/** A service with a provider, and a way to sign in with what it says. */
async function openBoth (t: Test, dialect: typeof dialects[number], more: Record<string, string> = { OIDC_GROUPS: 'groups' }) {
  const provider = await startProvider(t)
  const world = await createWorld(t, dialect, { ...provider.environment, ...more })
  const ann = await world.addUser({ email: 'ann@example.com', access: 'projects' })
  return {
    world,
    ann,
    provider,
    async enter (claims: object, userInfo: object | 'fails' = {}) {
      const { visitor, back, nonce } = await goToProvider(world.app)
      provider.sayToken({ nonce, ...claims })
      provider.state.instead['/me'] = (_request, response) => {
        response.statusCode = userInfo === 'fails' ? 500 : 200
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(userInfo === 'fails' ? {} : { sub: 'ann-1', ...userInfo }))
      }
      const answer = await visitor.get(back)
      provider.state.instead = {}
      if (answer.headers.location !== `${SITE}/console/`) throw new Error(String(answer.headers.location))
      const { user } = (await visitor.get('user', { 'x-requested-with': 'cutroom' })).body
      return user.user_groups.map(({ name }: { name: string }) => name)
    }
  }
}

for (const dialect of dialects) {
  t.test(`A sign-in puts the user into the groups that the provider names, and out of others (${dialect})`, async (t) => {
    const { world, ann, enter } = await openBoth(t, dialect)
    const { admin, app } = world
    const hand = await addGroup(world, 'By hand', null)
    await succeed(admin.post(`admin/user_groups/${hand}/users`, { user_ids: [ann.id] }))
    const editors = await addGroup(world, 'Editors', 'editors')
    await addGroup(world, 'Editors too', 'editors')
    await addGroup(world, 'Sound', 'sound')
    await addGroup(world, 'Case', 'Editors')
    const project = await addProject(admin)
    await succeed(admin.post(`projects/${project.id}/user_groups`, { user_group_id: editors }))

    t.strictSame(await enter({ groups: ['editors', 'nobody’s'] }), ['By hand', 'Editors', 'Editors too'])
    t.equal((await ann.client.get(`projects/${project.id}`)).status, 200)
    t.strictSame(await enter({ groups: ['sound', 'sound'] }), ['By hand', 'Sound'])
    t.equal((await ann.client.get(`projects/${project.id}`)).status, 404)
    t.strictSame(await enter({ groups: 'editors' }), ['By hand', 'Editors', 'Editors too'], 'a text is a list of one')
    t.strictSame(await enter({ groups: ['sound', 7, null, ['editors'], { editors: 1 }] }), ['By hand', 'Sound'], 'only texts count')
    t.strictSame(await enter({}, { groups: ['Editors'] }), ['By hand', 'Case'], 'userinfo is asked')
    t.strictSame(await enter({}, 'fails'), ['By hand', 'Case'], 'userinfo fails')
    t.strictSame(await enter({ _claim_names: { groups: 'elsewhere' } }), ['By hand', 'Case'], 'it is elsewhere')
    t.strictSame(await enter({}, { _claim_names: { groups: 'elsewhere' } }), ['By hand', 'Case'])
    for (const other of [7, true, { editors: true }, null, '', []]) {
      await enter({ groups: 'editors' })
      t.strictSame(await enter({ groups: other }), ['By hand'], JSON.stringify(other))
    }
    t.strictSame(await enter({ groups: Array.from({ length: 20_000 }, (_, index) => `g${index}`).concat('sound') }), ['By hand', 'Sound'])
    t.strictSame(await enter({}), ['By hand'], 'it is missing everywhere')

    await t.test('A group that is full is passed over, and groups of sign-ins have events', async (t) => {
      const { accountId } = world.adminCaller
      await app.transact({ ...world.adminCaller }, (tx) => tx.prisma.userGroup.updateMany({
        where: { id: editors, accountId }, data: { userCount: 10_000 }
      }))
      t.strictSame(await enter({ groups: 'editors' }), ['By hand', 'Editors too'])
      const last = await app.database.reads.prisma.historyEntry.findFirstOrThrow({
        where: { event: 'USER_GROUP_USER_LINKED' }, orderBy: { id: 'desc' }
      })
      t.equal(last.userId, ann.id)
    })
  })
}

t.test('Without OIDC_GROUPS sign-ins change no groups', async (t) => {
  const { world, enter } = await openBoth(t, 'sqlite', {})
  await addGroup(world, 'Editors', 'editors')
  t.strictSame(await enter({ groups: ['editors'] }), [])
})

t.test('Userinfo is asked once, and only for what the ID token lacks', async (t) => {
  let asked = 0
  const groupsOf = async (token: Claims, groupsClaim: string | null, more: Claims = {}) => {
    asked = 0
    const ask = async () => {
      asked++
      return more
    }
    return (await readClaims(token, ask, { trustsEmail: false, groupsClaim })).groups
  }
  const email = { email: 'ann@example.com', email_verified: true }
  t.strictSame([await groupsOf({ ...email, groups: ['a'] }, 'groups'), asked], [['a'], 0])
  t.strictSame([await groupsOf(email, null), asked], [null, 0])
  t.strictSame([await groupsOf({}, 'groups', { ...email, groups: 'a' }), asked], [['a'], 1])
  t.strictSame([await groupsOf(email, 'constructor'), asked], [[], 1])
  t.strictSame((await readClaims(email, null, { trustsEmail: false, groupsClaim: 'groups' })).groups, [])
})
