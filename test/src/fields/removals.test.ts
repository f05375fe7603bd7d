import { createFieldRemovals, beginRemoval } from '#src/fields/removals.js'
import type { Transact } from '#src/core/transact.js'
import { createUnit } from '#src/core/unit.js'
import { inOneApp, onBothDatabases, type World } from '../../helper/app.js'
import { addFieldGroup } from '../../helper/fields.js'
import { fillProject, fillTable } from '../../helper/fill.js'
import { addAsset, addProject, eventsOf } from '../../helper/items.js'

const inAnAccount = inOneApp()

const HOLDERS = 450

/** A group of two fields, with values of both on many assets. */
async function fillGroup (world: World) {
  const { app, admin, adminCaller } = world
  const { group, ids: [kept, gone] } = await addFieldGroup(admin, ['textbox', 'textbox'], { groupType: 'default' })
  const project = await addProject(admin)
  const { assets } = await fillProject(world, project.id, { assets: HOLDERS })
  const document = JSON.stringify({ [kept!]: 'kept', [gone!]: 'gone' })
  await app.transact(adminCaller, (tx) =>
    fillTable(tx, 'field_values', assets.map((id) => ({
      accountId: adminCaller.accountId,
      itemType: 'asset',
      itemId: id,
      fieldGroupId: Number(group),
      document
    }))))
  return { group, kept: kept!, gone: gone!, asset: assets[0]!, last: assets.at(-1)! }
}

/** Calls a function after each transaction. */
function following (transact: Transact, onCommit: (count: number) => Promise<void> | void): Transact {
  let count = 0
  return async (...parameters) => {
    const value = await transact(...parameters)
    await onCommit(++count)
    return value
  }
}

/** Marks a group as removed, as a request does. */
async function removeGroup (
  { app: { database }, adminCaller }: World, group: string, transact: Transact
): Promise<void> {
  const removals = createFieldRemovals({ database, transact, pieceMs: 0 })
  await removals.run(createUnit({ database, transact }, adminCaller), async (tx) => {
    await tx.prisma.field.deleteMany({ where: { fieldGroupId: Number(group), accountId: adminCaller.accountId } })
    await tx.prisma.fieldGroup.updateMany({ where: { id: Number(group) }, data: { removed: true } })
    return beginRemoval(tx, Number(group), null)
  })
}

inAnAccount('A group is gone for everybody after the first piece of its removal, and its values after the last', async (t, world) => {
  const { app, admin } = world
  const { group, asset, last } = await fillGroup(world)
  const { prisma } = app.database.reads
  const left: number[] = []
  const transact = following(app.transact, async () => {
    left.push(await prisma.fieldValues.count())
    if (left.length > 1) return
    t.equal((await admin.get(`field_groups/${group}`)).status, 404)
    t.strictSame((await admin.get('field_groups')).body.field_groups, [])
    for (const id of [asset, last]) {
      t.strictSame((await admin.get(`assets/${id}/custom_fields`)).body.custom_fields, [])
      t.equal((await admin.get(`assets/${id}/custom_fields/${group}`)).status, 404)
      t.equal((await admin.post(`assets/${id}/custom_fields/${group}`, { custom_fields: {} })).status, 404)
    }
    t.equal((await admin.delete(`admin/field_groups/${group}`)).status, 404)
    t.equal((await admin.post(`admin/field_groups/${group}`, { name: 'x' })).status, 404)
  })
  await removeGroup(world, group, transact)
  t.strictSame(left, [250, 50, 0, 0])
  t.equal(await prisma.fieldGroup.count(), 0)
  t.equal(await prisma.fieldRemoval.count(), 0)
  t.equal(await prisma.historyEntry.count({ where: { event: 'ASSET_REMOVED_FIELD_GROUP' } }), HOLDERS)
  t.equal(await prisma.historyEntry.count({ where: { event: 'FIELD_GROUP_REMOVED' } }), 1)
})

inAnAccount('A removal that a killed process has left is finished by a job, in the name of the user who began it', async (t, world) => {
  const { app, adminCaller } = world
  const { group } = await fillGroup(world)
  const { prisma } = app.database.reads
  const killed = following(app.transact, (count) => {
    if (count === 2) throw new Error('killed')
  })
  await t.rejects(
    removeGroup(world, group, killed),
    { message: 'killed' }
  )
  t.ok(await prisma.fieldRemoval.count() === 1)
  await createFieldRemovals(app).finishLeftovers(new AbortController().signal, () => {})
  t.strictSame([await prisma.fieldValues.count(), await prisma.fieldGroup.count(), await prisma.fieldRemoval.count()], [
    0,
    0,
    0
  ])
  t.equal(
    await prisma.historyEntry.count({ where: { event: 'ASSET_REMOVED_FIELD_GROUP', userId: adminCaller.userId } }),
    HOLDERS
  )
})

onBothDatabases('The values of a removed field are removed in pieces too, and those of other fields stay', async (t, world) => {
  const { app, admin, adminCaller } = world
  const { group, kept, gone, asset, last } = await fillGroup(world)
  let pieces = 0
  const transact = following(app.transact, () => { pieces++ })
  const dependencies = { database: app.database, transact }
  await createFieldRemovals({ ...dependencies, pieceMs: 0 }).run(createUnit(dependencies, adminCaller), async (tx) => {
    await tx.prisma.field.deleteMany({ where: { id: Number(gone) } })
    return beginRemoval(tx, Number(group), Number(gone))
  })
  t.equal(pieces, 4)
  for (const id of [asset, last]) {
    t.strictSame((await admin.get(`assets/${id}/custom_fields/${group}`)).body.custom_fields, {
      [group]: { [kept]: 'kept' }
    })
  }
  const told = (event: string) => app.database.reads.prisma.historyEntry.count({ where: { event } })
  t.equal(await told('FIELD_REMOVED'), 1)
  t.equal(await told('ASSET_EDITED_FIELD_GROUP'), HOLDERS, 'each item has an event for its changed values')
  await t.resolves(admin.delete(`admin/field_groups/${group}/fields/${kept}`))
  t.equal(await app.database.reads.prisma.fieldValues.count(), 0)
  t.equal(await told('ASSET_REMOVED_FIELD_GROUP'), HOLDERS, 'or an event for its removed values')
})

inAnAccount('A removed field causes no event on items that have only other values of its group', async (t, world) => {
  const { admin } = world
  const { group, ids: [kept, gone] } = await addFieldGroup(admin, ['textbox', 'textbox'])
  const asset = await addAsset(admin)
  await admin.post(`assets/${asset.id}/custom_fields/${group}`, { custom_fields: { [kept!]: 'kept' } })
  await admin.delete(`admin/field_groups/${group}/fields/${gone}`)
  t.strictSame(await eventsOf(admin, 'assets', asset.id), ['ASSET_ADDED_FIELD_GROUP', 'ASSET_ADDED'])
})
