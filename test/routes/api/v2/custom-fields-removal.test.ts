import { httpDialects, inSharedApp, type SharedWorld } from '#test/helper/app.js'
import { addFieldGroup, addHolders } from '#test/helper/fields.js'
import { historyOf, namesOf, NOBODYS_ID, succeed } from '#test/helper/items.js'

const onBothDatabases = inSharedApp()

/** A group with two textboxes, and an asset and a project that hold three entries each. */
async function addEntries (world: SharedWorld) {
  const { group, ids: [box, other] } = await addFieldGroup(world.admin, ['textbox', 'textbox'])
  const holders = await addHolders(world.admin, group)
  const set = async (path: string, sent: unknown) => {
    const { body } = await world.admin.post(path, { custom_fields: sent })
    return body.custom_fields?.[group] ?? body.errors
  }
  const read = async (path: string) => (await succeed(world.admin.get(path))).custom_fields[group]
  for (const { fields } of holders) {
    await set(fields, [{ [box!]: 'a', [other!]: 'b' }, { [box!]: 'c' }, { [box!]: 'd' }])
  }
  return { group, box: box!, other: other!, holders, set, read }
}

onBothDatabases('An entry without values is removed', async (t, world) => {
  const { box, other, holders, set, read } = await addEntries(world)
  for (const { fields } of holders) {
    t.strictSame(await set(fields, [{ [box]: null, cfg_id: 1 }, { [box]: null, cfg_id: 2 }]), [{
      [other]: 'b',
      cfg_id: 1
    }, { [box]: 'd', cfg_id: 3 }])
    t.strictSame(await read(fields), [{ [other]: 'b', cfg_id: 1 }, { [box]: 'd', cfg_id: 3 }])
    t.strictSame(
      (await set(fields, [{}, { [box]: null }, { cfg_id: 9 }, { [box]: null, cfg_id: 10 }])).length,
      2,
      'new entries without values are not stored'
    )
    t.strictSame(
      await set(fields, [{ [box]: 'x', cfg_id: 20 }, { [box]: null, cfg_id: 20 }, { [box]: 'y', cfg_id: 21 }, {
        [other]: 'z',
        cfg_id: 21
      }]),
      [{ [other]: 'b', cfg_id: 1 }, { [box]: 'd', cfg_id: 3 }, { [box]: 'y', [other]: 'z', cfg_id: 21 }],
      'values that are sent for one entry are merged'
    )
    t.strictSame(await set(fields, { [box]: null }), {})
    t.equal((await read(fields)).length, 3)
  }
})

onBothDatabases('A group without values accepts an object or an array again', async (t, world) => {
  const { box, other, holders, set, read } = await addEntries(world)
  for (const { path, id, fields } of holders) {
    const { event } = namesOf[path]
    t.strictSame(
      await set(fields, [{ [box]: null, [other]: null, cfg_id: 1 }, { [box]: null, cfg_id: 2 }, {
        [box]: null,
        cfg_id: 3
      }]),
      []
    )
    t.strictSame(await read(fields), {})
    t.match((await historyOf(world.admin, path, id))[0], { event: `${event}_REMOVED_FIELD_GROUP`, severity: 2 })
    t.strictSame(await set(fields, { [box]: 'one' }), { [box]: 'one' })
    t.strictSame(await read(fields), { [box]: 'one' })
    t.strictSame(await set(fields, { [box]: null }), {})
    t.strictSame(await set(fields, [{ [box]: 'many' }]), [{ [box]: 'many', cfg_id: 1 }])
    t.strictSame((await historyOf(world.admin, path, id)).slice(0, 3).map((entry) => entry.event),
      [`${event}_ADDED_FIELD_GROUP`, `${event}_REMOVED_FIELD_GROUP`, `${event}_ADDED_FIELD_GROUP`])
  }
})

onBothDatabases('Clearing a group makes one event, and none if the group has no values', async (t, world) => {
  const { group, box, holders, set, read } = await addEntries(world)
  for (const { path, id, fields } of holders) {
    const names = namesOf[path]
    const answer = await world.admin.delete(fields)
    t.strictSame([answer.status, answer.body], [200, { ok: 'Custom fields cleared' }])
    t.strictSame(await read(fields), {})
    const [cleared, ...before] = await historyOf(world.admin, path, id)
    t.match(cleared, { event: `${names.event}_REMOVED_FIELD_GROUP`, severity: 2, user_id: world.adminCaller.userId })
    t.strictSame(cleared.targets, { [names.target]: id, field_group_id: Number(group) })
    t.strictSame((await world.admin.delete(fields)).body, { ok: 'Custom fields cleared' })
    t.equal((await historyOf(world.admin, path, id)).length, before.length + 1)
    t.strictSame(await set(fields, { [box]: 'new' }), { [box]: 'new' })
    await succeed(world.admin.delete(fields))
    t.strictSame(await read(fields), {}, 'one object of values is cleared too')
  }
})

onBothDatabases('An entry is removed by its cfg_id, and the last one removes the group', async (t, world) => {
  const { box, holders, set, read } = await addEntries(world)
  for (const { path, id, fields } of holders) {
    const { event } = namesOf[path]
    await set(fields, [{ [box]: 'negative', cfg_id: -5 }])
    for (const [cfgId, left] of [['2', [1, 3, -5]], ['-5', [1, 3]], ['1', [3]]] as const) {
      const answer = await world.admin.delete(`${fields}/${cfgId}`)
      t.strictSame([answer.status, answer.body], [200, { ok: 'Entry removed' }])
      t.strictSame((await read(fields)).map((entry: { cfg_id: number }) => entry.cfg_id), left)
      t.match((await historyOf(world.admin, path, id))[0], { event: `${event}_EDITED_FIELD_GROUP`, severity: 1 })
    }
    t.strictSame((await world.admin.delete(`${fields}/3`)).body, { ok: 'Entry removed' })
    t.strictSame(await read(fields), {})
    t.match((await historyOf(world.admin, path, id))[0], { event: `${event}_REMOVED_FIELD_GROUP`, severity: 2 })
  }
})

onBothDatabases('A missing item, group or entry is answered with 404, checked in this order', async (t, world) => {
  const { group, box, holders, set } = await addEntries(world)
  const stranger = await world.addStranger()
  for (const { path, fields } of holders) {
    const { single } = namesOf[path]
    for (const rest of ['', '/1']) {
      for (const [client, target, error] of [
        [world.admin, `${path}/${NOBODYS_ID}/custom_fields/99999${rest}`, `${single} not found`],
        [world.admin, `${fields.replace(/(?<!\d)\d+$/, '99999')}${rest}`, 'Field group not found'],
        [world.admin, `${fields.replace(/(?<!\d)\d+$/, 'abc')}${rest}`, 'Field group not found'],
        [stranger.client, `${fields}${rest}`, `${single} not found`]
      ] as const) {
        const answer = await client.delete(target)
        t.strictSame([answer.status, answer.body], [404, { error }], target)
      }
      t.equal((await world.anonymous.delete(`${fields}${rest}`)).status, 401)
      const malformed = await world.admin.delete(`${fields}${rest}`, '{')
      t.strictSame([malformed.status, malformed.body], [422, { error: 'Invalid JSON body' }])
    }
    for (const cfgId of ['4', '0', 'abc', '01', '1.0', '99999999999999999999', '%00', box]) {
      if (['1', '2', '3'].includes(cfgId)) continue
      const answer = await world.admin.delete(`${fields}/${cfgId}`)
      t.strictSame([answer.status, answer.body], [404, { error: 'Entry not found' }], cfgId)
    }
    t.equal((await set(fields, undefined)).length, 3, 'nothing has changed')
    await world.admin.delete(fields)
    t.equal((await world.admin.delete(`${fields}/1`)).status, 404)
    await set(fields, { [box]: 'an object' })
    t.equal((await world.admin.delete(`${fields}/1`)).status, 404, 'an object has no entries')
  }
  const theirs = await addFieldGroup(stranger.client, ['textbox'])
  t.equal(
    (await world.admin.delete(holders[0]!.fields.replace(new RegExp(`${group}$`), theirs.group))).body.error,
    'Field group not found'
  )
}, {}, httpDialects)

onBothDatabases('Only an administrator may remove the values of a read-only field', async (t, world) => {
  const { group, box, other, holders, read } = await addEntries(world)
  const { client } = await world.addUser()
  const error = 'Values of read-only fields must be removed by an administrator'
  await succeed(world.admin.post(`admin/field_groups/${group}/fields/${other}`, { name: 'Locked', read_only: true }))
  for (const { fields } of holders) {
    for (const path of [fields, `${fields}/1`]) {
      const answer = await client.delete(path)
      t.strictSame([answer.status, answer.body], [200, { error }])
    }
    t.equal((await read(fields)).length, 3)
    t.strictSame(
      (await client.delete(`${fields}/2`)).body,
      { ok: 'Entry removed' },
      'anybody may remove an entry without such a value'
    )
    t.strictSame(await read(fields), [{ [box]: 'a', [other]: 'b', cfg_id: 1 }, { [box]: 'd', cfg_id: 3 }])
    t.strictSame((await world.admin.delete(`${fields}/1`)).body, { ok: 'Entry removed' })
    t.strictSame((await client.delete(fields)).body, { ok: 'Custom fields cleared' })
  }
}, {}, httpDialects)

onBothDatabases('Of several concurrent removals of one entry, one succeeds, and other entries stay', async (t, world) => {
  const { holders, read } = await addEntries(world)
  for (const { path, id, fields } of holders) {
    const before = (await historyOf(world.admin, path, id)).length
    const answers = await Promise.all([1, 2, 3, 4].map(() => world.admin.delete(`${fields}/1`)))
    t.strictSame(answers.map(({ status }) => status).sort(), [200, 404, 404, 404])
    t.equal((await read(fields)).length, 2)
    t.equal((await historyOf(world.admin, path, id)).length, before + 1)
  }
})
