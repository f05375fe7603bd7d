import type { Test } from 'tap'
import { onBothDatabases, type World } from '../../helper/app.js'
import { addAsset, addItem, addProject, eventsOf, itemPaths, readItem, succeed } from '../../helper/items.js'
import { atOnce, openTwice, successes } from '../../helper/processes.js'
import { stepsOf } from '../../helper/random.js'

const ROUNDS = stepsOf(3)
const TAKEN = { external_id: 'has already been taken' }

/** Checks that each external id belongs to one item at most, and that its look-up finds that item or none. */
async function isConsistent (t: Test, { app, admin }: World, externalIds: string[]): Promise<void> {
  const { prisma } = app.database.reads
  const where = { externalId: { in: externalIds } }
  const holders = [...await prisma.asset.findMany({ where }), ...await prisma.project.findMany({ where })]
  for (const externalId of externalIds) {
    const held = holders.filter((holder) => holder.externalId === externalId)
    t.ok(held.length <= 1, `at most one item has ${externalId}`)
    const { status, body } = await admin.get(`external_ids/${encodeURIComponent(externalId)}`)
    t.strictSame(status === 404 ? [] : [body.id], held.map((holder) => holder.id))
  }
}

onBothDatabases('External ids stay unique under concurrent requests', async (t, world) => {
  const { admin } = world
  const { clients } = await openTwice(t, world)

  await t.test('Of many items that claim an external id, one gets it and the others stay unchanged', async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const externalId = `wanted ${round}`
      const items = await Promise.all(Array.from(
        { length: 6 },
        async (_, index) => ({
          path: itemPaths[index % 2]!,
          id: (await addItem(admin, itemPaths[index % 2]!)).id as string
        })
      ))
      const answers = await atOnce(
        clients,
        items.map(({ path, id }) => (client) => client.put(`${path}/${id}`, { title: 'New', external_id: externalId }))
      )
      t.equal(successes(answers), 1)
      t.strictSame(
        answers.filter((answer) => answer.body.errors.external_id).map((answer) => answer.body.errors),
        Array(5).fill(TAKEN)
      )
      const titles = await Promise.all(items.map(({ path, id }) => readItem(admin, path, id)))
      t.equal(titles.filter(({ title }) => title === 'New').length, 1)
      await isConsistent(t, world, [externalId])
    }
  })

  await t.test('An item that is given several external ids at once keeps one of them', async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await addAsset(admin)
      const externalIds = ['a', 'b', 'c', 'd'].map((letter) => `${letter} ${round}`)
      const answers = await atOnce(
        clients,
        externalIds.map((externalId) => (client) => client.put(`assets/${id}`, { external_id: externalId }))
      )
      t.equal(successes(answers), 4)
      t.ok(externalIds.includes((await readItem(admin, 'assets', id)).external_id))
      await isConsistent(t, world, externalIds)
    }
  })

  await t.test('Concurrent swaps, clearings and claims of external ids leave a valid state', async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const [left, right] = [await addAsset(admin), await addProject(admin)]
      const externalIds = [`left ${round}`, `right ${round}`]
      await succeed(admin.put(`assets/${left.id}`, { external_id: externalIds[0] }))
      await succeed(admin.put(`projects/${right.id}`, { external_id: externalIds[1] }))
      await atOnce(clients, [
        (client) => client.put(`assets/${left.id}`, { external_id: externalIds[1] }),
        (client) => client.put(`projects/${right.id}`, { external_id: externalIds[0] }),
        (client) => client.put(`assets/${left.id}`, { external_id: '' }),
        (client) => client.put(`projects/${right.id}`, { external_id: '' }),
        (client) => client.put(`assets/${left.id}`, { external_id: externalIds[0] }),
        (client) => client.put(`projects/${right.id}`, { external_id: externalIds[0] })
      ])
      await isConsistent(t, world, externalIds)
    }
  })

  await t.test('Deleting an item while another one claims its external id leaves a valid state', async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const [holder, other] = [await addAsset(admin), await addAsset(admin)]
      await succeed(admin.put(`assets/${holder.id}`, { external_id: `freed ${round}` }))
      await atOnce(clients, [
        (client) => client.delete(`assets/${holder.id}`),
        (client) => client.put(`assets/${other.id}`, { external_id: `freed ${round}` })
      ])
      await isConsistent(t, world, [`freed ${round}`])
    }
  })

  await t.test('Concurrent changes of different fields are all kept', async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await addAsset(admin)
      await atOnce(clients, [
        (client) => client.put(`assets/${id}`, { title: 'New title' }),
        (client) => client.put(`assets/${id}`, { description: 'New description' }),
        (client) => client.put(`assets/${id}`, { tags: ['new'] }),
        (client) => client.put(`assets/${id}`, { external_id: `of field ${round}` })
      ])
      t.match(await readItem(admin, 'assets', id), {
        title: 'New title',
        description: 'New description',
        tags: ['new'],
        external_id: `of field ${round}`
      })
      t.equal((await eventsOf(admin, 'assets', id)).filter((event) => event === 'ASSET_EDITED_METADATA').length, 4)
    }
  })
})
