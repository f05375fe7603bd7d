import { onBothDatabases } from '../../helper/app.js'
import {
  addItem, addItemTo, addProject, assign, historyOf, isDeleted, itemPaths, namesOf, readItem, succeed
} from '../../helper/items.js'
import { atOnce, openTwice, successes } from '../../helper/processes.js'
import { stepsOf } from '../../helper/random.js'

const ROUNDS = stepsOf(3)

onBothDatabases('Trees stay valid under concurrent changes', async (t, world) => {
  const { app, admin } = world
  const { clients } = await openTwice(t, world)

  await t.test('Moving A into B and B into A at the same time never makes a cycle', async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const [a, b] = [await addProject(admin), await addProject(admin)]
      const answers = await atOnce(clients, [
        (client) => client.post(`projects/${a.id}/assign`, { to_project_id: b.id }),
        (client) => client.post(`projects/${b.id}/assign`, { to_project_id: a.id })
      ])
      t.equal(successes(answers), 1)
      t.strictSame(answers.map(({ body }) => body.error).filter(Boolean), [
        'project cannot be assigned to itself or its subprojects'
      ])
      const parents = [(await readItem(admin, 'projects', a.id)).project_id,
        (await readItem(admin, 'projects', b.id)).project_id]
      t.equal(parents.filter((parent) => parent === null).length, 1)
    }
  })

  await t.test('Concurrent moves in a longer chain never make a cycle', async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const projects = await Promise.all(Array.from({ length: 5 }, () => addProject(admin)))
      const answers = await atOnce(
        clients,
        projects.map(({ id }, index) => (client) =>
          client.post(`projects/${id}/assign`, { to_project_id: projects[(index + 1) % 5].id })
        )
      )
      t.equal(successes(answers), 4, 'the last one would have closed it')
      let length = 0
      for (let id = projects[0].id; id !== null && length < 10; length++) {
        id = (await readItem(admin, 'projects', id)).project_id
      }
      t.ok(length <= 5)
    }
  })

  for (const path of itemPaths) {
    const { event } = namesOf[path]

    await t.test(`${path}: an item assigned while its target is trashed is trashed too, or refused`, async (t) => {
      for (let round = 0; round < ROUNDS; round++) {
        const [target, item] = [await addProject(admin), await addItem(admin, path)]
        const [assigned] = await atOnce(clients, [
          (client) => client.post(`${path}/${item.id}/assign`, { to_project_id: target.id }),
          (client) => client.post(`projects/${target.id}/trash_bin`)
        ])
        const { project_id: projectId, deleted } = await readItem(admin, path, item.id)
        if (assigned!.body.error === undefined) t.strictSame([projectId, deleted], [target.id, true])
        else {
          t.strictSame([assigned!.body.error, projectId, deleted], [`project with id: ${target.id} not found`, null,
            false])
        }
      }
    })

    await t.test(`${path}: an item assigned while its target is deleted is deleted too, or refused`, async (t) => {
      for (let round = 0; round < ROUNDS; round++) {
        const [target, item] = [await addProject(admin), await addItem(admin, path)]
        const [assigned] = await atOnce(clients, [
          (client) => client.post(`${path}/${item.id}/assign`, { to_project_id: target.id }),
          (client) => client.delete(`projects/${target.id}`)
        ])
        t.equal(await isDeleted(admin, path, item.id), assigned!.body.error === undefined ? null : false)
      }
    })

    await t.test(`${path}: of many concurrent moves the last one counts, and history is a chain`, async (t) => {
      const item = await addItem(admin, path)
      const targets = await Promise.all(Array.from({ length: 6 }, () => addProject(admin)))
      t.equal(
        successes(await atOnce(
          clients,
          targets.map((target) => (client) => client.post(`${path}/${item.id}/assign`, { to_project_id: target.id }))
        )),
        6
      )
      const { project_id: projectId } = await readItem(admin, path, item.id)
      let current: string | null = null
      for (const entry of (await historyOf(admin, path, item.id)).reverse()) {
        const project = path === 'assets' ? entry.targets.project_id : entry.targets.to_project_id
        if (entry.event === `${event}_UNLINKED`) t.equal(project, current)
        if (entry.event.endsWith('LINKED') && !entry.event.startsWith('USER')) {
          current = entry.event === `${event}_LINKED` ? project : null
        }
      }
      t.equal(current, projectId)
    })

    await t.test(`${path}: many concurrent trashes, restores or deletes write one event each`, async (t) => {
      const { id } = await addItem(admin, path)
      const count = async (name: string) =>
        app.database.reads.prisma.historyEntry.count({
          where: { event: `${event}_${name}`, ...(path === 'assets' ? { assetId: id } : { projectId: id }) }
        })
      const six = (work: Parameters<typeof atOnce>[1][number]) => atOnce(clients, Array(6).fill(work))
      t.equal(successes(await six((client) => client.post(`${path}/${id}/trash_bin`))), 6)
      t.equal(successes(await six((client) => client.post(`${path}/${id}/restore`))), 6)
      t.equal(successes(await six((client) => client.delete(`${path}/${id}`))), 1)
      t.strictSame([await count('REMOVED'), await count('RESTORED'), await count('PURGED')], [1, 1, 1])
    })
  }

  await t.test('Trees that are trashed, restored and rebuilt at the same time stay valid', async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const top = await addProject(admin)
      const [left, right] = [await addItemTo(admin, 'projects', top.id), await addItemTo(admin, 'projects', top.id)]
      const asset = await addItemTo(admin, 'assets', left.id)
      await atOnce(clients, [
        (client) => client.post(`projects/${top.id}/trash_bin`),
        (client) => client.post(`projects/${left.id}/assign`, { to_project_id: right.id }),
        (client) => client.post(`assets/${asset.id}/assign`, { to_project_id: right.id }),
        (client) => client.post(`projects/${right.id}/trash_bin`),
        (client) => client.delete(`assets/${asset.id}/unassign`),
        (client) => client.post(`projects/${left.id}/restore`)
      ])
      await succeed(admin.post(`projects/${top.id}/restore`))
      await succeed(admin.post(`projects/${right.id}/restore`))
      await succeed(admin.post(`projects/${left.id}/restore`))
      t.equal(await isDeleted(admin, 'projects', left.id), false)
      await assign(admin, 'assets', asset.id, top.id)
      await succeed(admin.delete(`projects/${top.id}`))
      for (const project of [top, left, right]) t.equal(await isDeleted(admin, 'projects', project.id), null)
    }
  })
})
