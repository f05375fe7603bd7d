import { httpDialects, inSharedApp } from '#test/helper/app.js'
import { addProject, historyOf, succeed } from '#test/helper/items.js'

const onBothDatabases = inSharedApp()

onBothDatabases('Members are managed as the contract says', async (t, { admin, adminCaller, addUser, addStranger }) => {
  const membersOf = async (id: string) => (await succeed(admin.get(`projects/${id}/members`))).members
  const creator = { id: adminCaller.userId, email: adminCaller.email, name: '', role: 'Admin', avatar_url: null }

  await t.test('Users who are added get the role Member, and may be removed again', async (t) => {
    const { id } = await addProject(admin)
    const user = await addUser()
    await succeed(admin.post(`projects/${id}/members`, { user_id: user.id }))
    t.strictSame(await membersOf(id), [creator, { id: user.id, email: user.email, name: '', role: 'Member', avatar_url: null }])
    await succeed(admin.delete(`projects/${id}/members`, { user_id: user.id }))
    t.strictSame(await membersOf(id), [creator])
    const [removed, added] = await historyOf(admin, 'projects', id)
    t.match([removed, added], [
      {
        event: 'USER_UNLINKED',
        severity: 1,
        targets: { project_id: id, user_id: user.id },
        user_id: adminCaller.userId
      },
      { event: 'USER_LINKED', severity: 1, targets: { project_id: id, user_id: user.id }, user_id: adminCaller.userId }
    ])
    t.strictSame(added.targets, { project_id: id, user_id: user.id })
  })

  await t.test('A user who was removed and is added again is a Member', async (t) => {
    const { id } = await addProject(admin)
    const user = await addUser()
    await succeed(admin.post(`projects/${id}/members`, { user_id: user.id }))
    await succeed(user.client.delete(`projects/${id}/members`, { user_id: creator.id }))
    await succeed(user.client.post(`projects/${id}/members`, { user_id: creator.id }))
    t.strictSame(await membersOf(id), [{ ...creator, role: 'Member' }, {
      id: user.id,
      email: user.email,
      name: '',
      role: 'Member',
      avatar_url: null
    }])
  })

  await t.test('A failed request changes neither the members nor history', async (t) => {
    const { id } = await addProject(admin)
    const before = await historyOf(admin, 'projects', id)
    t.strictSame((await admin.post(`projects/${id}/members`, { user_id: creator.id })).body, {
      error: 'User is already member of this project'
    })
    t.strictSame((await admin.delete(`projects/${id}/members`, { user_id: creator.id })).body, {
      error: 'Project must have at least one member'
    })
    t.strictSame((await admin.post(`projects/${id}/members`, { user_id: 31337 })).body, {
      error: 'User not found with id 31337'
    })
    t.strictSame(await membersOf(id), [creator])
    t.strictSame(await historyOf(admin, 'projects', id), before)
  })

  await t.test('A user of another account is unknown', async (t) => {
    const { id } = await addProject(admin)
    const stranger = await addStranger()
    t.strictSame((await admin.post(`projects/${id}/members`, { user_id: stranger.id })).body, {
      error: `User not found with id ${stranger.id}`
    })
    t.strictSame((await admin.delete(`projects/${id}/members`, { user_id: stranger.id })).body, {
      error: 'User is not a member of this project'
    })
  })

  await t.test('A number that no user can have is an unknown user, whatever its size', async (t) => {
    const { id } = await addProject(admin)
    for (
      const sent of ['0', '-1', '2147483647', '2147483648', '4294967297', '9007199254740991', '9007199254740993',
        '9223372036854775808', '99999999999999999999', '-99999999999999999999', '1' + '0'.repeat(399)]
    ) {
      const added = await admin.post(`projects/${id}/members`, `{"user_id": ${sent}}`)
      t.strictSame([added.status, added.body], [200, { error: `User not found with id ${sent}` }])
      const removed = await admin.delete(`projects/${id}/members`, `{"user_id":${sent}}`)
      t.strictSame([removed.status, removed.body], [200, { error: 'User is not a member of this project' }])
    }
  })

  await t.test('A number with the fraction .0 is an integer', async (t) => {
    const { id } = await addProject(admin)
    const user = await addUser()
    const { body } = await admin.post(`projects/${id}/members`, `{"user_id": ${user.id}.0}`)
    t.strictSame(body, { ok: `User ${user.id} has been added to project ${id}` })
  })

  await t.test('A value that is not an integer is refused', async (t) => {
    const { id } = await addProject(admin)
    for (
      const [sent, printed] of [['"5"', '"5"'], ['5.5', '5.5'], ['null', 'nil'], ['true', 'true'], ['[1]', '[1]'], [
        '{}',
        '{}'
      ], ['1e20', '1.0e+20'], ['""', '""'], ['0.12345678901234567890', '0.12345678901234568'], [
        '-0.1234567890123456789',
        '-0.12345678901234568'
      ], ['1234567890123456789.5', '1.2345678901234568e+18'], ['12345678901234567890e2', '1.2345678901234568e+21']]
    ) {
      for (const method of ['POST', 'DELETE'] as const) {
        const { status, body } = await admin.send(method, `projects/${id}/members`, `{"user_id": ${sent}}`)
        t.strictSame([status, body], [422, {
          error: `Invalid parameter 'user_id' value ${printed}: Must be a Integer`
        }])
      }
    }
  })

  await t.test('A request without user_id is refused', async (t) => {
    const { id } = await addProject(admin)
    for (const body of [undefined, {}, { userId: 1 }, [], 'null']) {
      t.strictSame((await admin.post(`projects/${id}/members`, body)).body, { error: 'Missing parameter user_id' })
      t.strictSame((await admin.delete(`projects/${id}/members`, body)).body, { error: 'Missing parameter user_id' })
    }
  })
})

onBothDatabases('user_id may be in the query of a DELETE, as some clients cannot send a body with it', async (t, { admin, adminCaller, addUser, addStranger, anonymous }) => {
  const { id } = await addProject(admin)
  const path = `projects/${id}/members`
  const [first, second] = [await addUser(), await addUser()]
  for (const { id } of [first, second]) await succeed(admin.post(path, { user_id: id }))
  const membersOf = async () => (await succeed(admin.get(path))).members.map((member: { id: number }) => member.id)

  for (
    const [query, error] of [
      ['', 'Missing parameter user_id'],
      ['?user=1', 'Missing parameter user_id'],
      ['?user_id=', 'Invalid parameter \'user_id\' value "": Must be a Integer'],
      ['?user_id=abc', 'Invalid parameter \'user_id\' value "abc": Must be a Integer'],
      ['?user_id=1.0', 'Invalid parameter \'user_id\' value "1.0": Must be a Integer'],
      ['?user_id=1e0', 'Invalid parameter \'user_id\' value "1e0": Must be a Integer'],
      ['?user_id=%201', 'Invalid parameter \'user_id\' value " 1": Must be a Integer'],
      [`?user_id=${first.id}&user_id=${second.id}`,
        `Invalid parameter 'user_id' value ["${first.id}", "${second.id}"]: Must be a Integer`]
    ]
  ) {
    const answer = await admin.delete(`${path}${query}`)
    t.strictSame([answer.status, answer.body], [422, { error }], query!)
  }
  for (
    const [query, body, error] of [
      [`?user_id=${first.id}`, { user_id: null }, "Invalid parameter 'user_id' value nil: Must be a Integer"],
      [`?user_id=${first.id}`, { user_id: String(first.id) },
        `Invalid parameter 'user_id' value "${first.id}": Must be a Integer`],
      ['?user_id=x', { user_id: first.id }, 'Invalid parameter \'user_id\' value "x": Must be a Integer']
    ] as const
  ) {
    const answer = await admin.delete(`${path}${query}`, body)
    t.strictSame([answer.status, answer.body], [422, { error }], query!)
  }
  for (const sent of ['0', '-1', '2147483648', '9007199254740993', '99999999999999999999', '9'.repeat(1000)]) {
    const answer = await admin.delete(`${path}?user_id=${sent}`)
    t.strictSame([answer.status, answer.body], [200, { error: 'User is not a member of this project' }])
  }
  t.strictSame(await membersOf(), [adminCaller.userId, first.id, second.id])

  t.strictSame((await admin.delete(`${path}?user_id=${first.id}`)).body, {
    ok: `User ${first.id} has been removed from project ${id}`
  })
  t.match((await historyOf(admin, 'projects', id))[0], {
    event: 'USER_UNLINKED',
    targets: { project_id: id, user_id: first.id }
  })
  t.strictSame((await admin.delete(`${path}?user_id=${adminCaller.userId}`, { user_id: second.id })).body, {
    ok: `User ${second.id} has been removed from project ${id}`
  }, 'the body wins')
  t.strictSame((await admin.delete(`${path}?user_id=${adminCaller.userId}`)).body, {
    error: 'Project must have at least one member'
  })
  t.strictSame(await membersOf(), [adminCaller.userId])
  t.equal((await anonymous.delete(`${path}?user_id=1`)).status, 401)
  const stranger = await addStranger()
  t.match(await stranger.client.delete(`${path}?user_id=1`), { status: 404, body: { error: 'project not found' } })
}, {}, httpDialects)
