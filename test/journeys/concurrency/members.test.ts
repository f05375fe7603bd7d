import { onBothDatabases } from '../../helper/app.js'
import { addProject, eventsOf, succeed } from '../../helper/items.js'
import { atOnce, openTwice, successes } from '../../helper/processes.js'
import { stepsOf } from '../../helper/random.js'

const ROUNDS = stepsOf(3)

onBothDatabases('Members stay consistent under concurrent requests', async (t, world) => {
  const { admin, adminCaller, addUser } = world
  const { clients } = await openTwice(t, world)
  const colleague = await addUser()

  await t.test('Two concurrent requests never remove both of the last two members', async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await addProject(admin)
      await succeed(admin.post(`projects/${id}/members`, { user_id: colleague.id }))
      const answers = await atOnce(
        clients,
        [adminCaller.userId, colleague.id].map((userId) => (client) =>
          client.delete(`projects/${id}/members`, { user_id: userId })
        )
      )
      t.strictSame(answers.map(({ body }) => body.error).filter(Boolean), ['Project must have at least one member'])
      t.equal((await succeed(admin.get(`projects/${id}/members`))).members.length, 1)
      t.equal((await eventsOf(admin, 'projects', id)).filter((event) => event === 'USER_UNLINKED').length, 1)
    }
  })

  await t.test('Of many requests that remove the same member, one succeeds', async (t) => {
    const { id } = await addProject(admin)
    await succeed(admin.post(`projects/${id}/members`, { user_id: colleague.id }))
    const answers = await atOnce(
      clients,
      Array.from({ length: 6 }, () => (client) => client.delete(`projects/${id}/members`, { user_id: colleague.id }))
    )
    t.equal(successes(answers), 1)
    t.equal(answers.filter(({ body }) => body.error === 'User is not a member of this project').length, 5)
  })

  await t.test('Of many requests that add the same user, one succeeds', async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await addProject(admin)
      const answers = await atOnce(
        clients,
        Array.from({ length: 6 }, () => (client) => client.post(`projects/${id}/members`, { user_id: colleague.id }))
      )
      t.equal(successes(answers), 1)
      t.equal(answers.filter(({ body }) => body.error === 'User is already member of this project').length, 5)
      t.equal((await eventsOf(admin, 'projects', id)).filter((event) => event === 'USER_LINKED').length, 2)
    }
  })

  await t.test('A member that is added while the project is deleted is not left behind', async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await addProject(admin)
      const [added] = await atOnce(clients, [
        (client) => client.post(`projects/${id}/members`, { user_id: colleague.id }),
        (client) => client.delete(`projects/${id}`)
      ])
      t.ok(successes([added!]) === 1 || added!.body.error === 'project not found', added!.text)
      t.equal(await world.app.database.reads.prisma.projectMember.count({ where: { projectId: id } }), 0)
    }
  })
})
