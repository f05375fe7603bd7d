import { httpDialects, inOneApp } from '#test/helper/app.js'
import { addFieldGroup, addHolders } from '#test/helper/fields.js'
import { eventsOf, succeed } from '#test/helper/items.js'
import { runImport } from '#test/helper/transfer.js'

const onDatabases = inOneApp()

const MIB = 1024 ** 2

onDatabases('A group holds at most 1,000 entries', async (t, { admin }) => {
  const { group, ids: [box] } = await addFieldGroup(admin, ['textbox'])
  const entries = (count: number) => Array.from({ length: count }, (_, n) => ({ [box!]: String(n) }))
  const tooMany = { custom_fields: null, errors: [{ [group]: 'Must not have more than 1000 entries' }] }
  for (const { path, id, fields } of await addHolders(admin, group)) {
    const set = async (sent: unknown) => (await admin.post(fields, { custom_fields: sent })).body
    t.strictSame(await set(entries(1001)), tooMany)
    t.strictSame((await succeed(admin.get(fields))).custom_fields[group], {}, 'nothing was stored')
    t.equal((await set(entries(999))).custom_fields[group].length, 999)
    t.strictSame(await set(entries(2)), tooMany, 'stored entries count')
    t.equal((await set(entries(1))).custom_fields[group].length, 1000)
    const events = await eventsOf(admin, path, id)
    for (const sent of [[{ [box!]: 'x' }], { [box!]: 'x' }, [{ [box!]: 'x', cfg_id: 5000 }]]) {
      t.strictSame(await set(sent), tooMany)
    }
    t.strictSame(await eventsOf(admin, path, id), events, 'a refusal is no event')
    const changed = await set([{ [box!]: 'changed', cfg_id: 1 }, {}, { [box!]: null }, { [box!]: null, cfg_id: 2 }, {
      [box!]: 'new'
    }])
    t.equal(changed.custom_fields[group].length, 1000, 'a change that leaves 1,000 entries is accepted')
    t.equal(changed.custom_fields[group][0][box!], 'changed')
  }
}, {}, httpDialects)

onDatabases('A group holds at most 1 MiB of values', async (t, { admin }) => {
  const { group, ids } = await addFieldGroup(admin, Array(12).fill('textarea'))
  const tooLarge = { custom_fields: null, errors: [{ [group]: 'Must not be larger than 1 MiB' }] }
  const valuesOf = (from: number, to: number, text: string) =>
    Object.fromEntries(ids.slice(from, to).map((id) => [id, text]))
  const large = 'x'.repeat(90_000)
  for (const { path, id, fields } of await addHolders(admin, group)) {
    const set = async (sent: unknown) => (await admin.post(fields, { custom_fields: sent })).body
    t.strictSame((await set(valuesOf(0, 7, large))).errors, [])
    t.strictSame(await set(valuesOf(7, 12, large)), tooLarge)
    t.strictSame(await set(valuesOf(7, 12, 'é'.repeat(45_000))), tooLarge, 'bytes count, and not characters')
    t.strictSame(await set([valuesOf(7, 12, large)]), tooLarge, 'as another entry too')
    t.strictSame((await succeed(admin.get(fields))).custom_fields[group], valuesOf(0, 7, large))
    t.equal((await eventsOf(admin, path, id)).filter((event) => event.endsWith('_FIELD_GROUP')).length, 1)
    t.strictSame((await set({ ...valuesOf(0, 7, 'short'), ...valuesOf(7, 12, large) })).errors, [])
    const room = MIB - JSON.stringify(valuesOf(0, 12, '')).length
    const each = Math.floor(room / 12)
    for (const half of [0, 6]) t.strictSame((await set(valuesOf(half, half + 6, 'y'.repeat(each)))).errors, [])
    const rest = 'y'.repeat(each + room - 12 * each)
    t.strictSame((await set({ [ids[0]!]: rest })).errors, [], 'all of it may be used')
    t.strictSame(await set({ [ids[0]!]: `${rest}y` }), tooLarge)
  }
}, {}, httpDialects)

onDatabases('Values from before the limits stay readable beyond them and can be reduced in steps', async (t, { admin, app, adminCaller }) => {
  const { group, ids: [box] } = await addFieldGroup(admin, ['textbox'])
  for (const { path, id, fields } of await addHolders(admin, group)) {
    const stored = Array.from({ length: 1200 }, (_, n) => ({ [box!]: 'x'.repeat(1000), cfg_id: n + 1 }))
    await app.transact(adminCaller, async (tx) => {
      await tx.prisma.fieldValues.create({
        data: {
          accountId: adminCaller.accountId,
          itemType: path.slice(0, -1),
          itemId: id,
          fieldGroupId: Number(group),
          document: JSON.stringify(stored)
        }
      })
    })
    const set = async (sent: unknown) => (await admin.post(fields, { custom_fields: sent })).body
    t.strictSame((await succeed(admin.get(fields))).custom_fields[group], stored)
    t.equal((await set([{ [box!]: 'shorter', cfg_id: 1 }])).custom_fields[group].length, 1200)
    t.strictSame((await set([{ [box!]: 'new' }])).errors, [{ [group]: 'Must not have more than 1000 entries' }])
    t.strictSame((await set([{ [box!]: 'x'.repeat(999), cfg_id: 2 }])).errors, [], 'no larger than it was')
    t.strictSame((await set([{ [box!]: 'x'.repeat(3000), cfg_id: 2 }])).errors, [{
      [group]: 'Must not be larger than 1 MiB'
    }])
    t.strictSame((await admin.delete(`${fields}/1200`)).body, { ok: 'Entry removed' })
    const cleared = Array.from({ length: 1100 }, (_, n) => ({ [box!]: null, cfg_id: n + 1 }))
    t.equal((await set(cleared)).custom_fields[group].length, 99)
  }
}, {}, httpDialects)

onDatabases('A body full of empty entries changes nothing', async (t, { admin }) => {
  const { group } = await addFieldGroup(admin, ['textbox'])
  const { path, id, fields } = (await addHolders(admin, group))[0]!
  const events = await eventsOf(admin, path, id)
  const body = `{"custom_fields":[${Array(49_990).fill('{}').join()}]}`
  const { status, body: answer } = await admin.post(fields, body)
  t.strictSame([status, answer], [200, { custom_fields: { [group]: [] }, errors: [] }])
  t.strictSame((await succeed(admin.get(fields))).custom_fields[group], {})
  t.strictSame(await eventsOf(admin, path, id), events)
}, {}, httpDialects)

onDatabases('Each of thousands of failures is reported', async (t, { admin }) => {
  const { group } = await addFieldGroup(admin, ['textbox'])
  const { fields } = (await addHolders(admin, group))[0]!
  const { text } = await admin.post(fields, `{"custom_fields":[${Array(24_990).fill('{"a":1}').join()}]}`)
  t.equal(text, `{"custom_fields":null,"errors":[${Array(24_990).fill('{"a":"Field not found"}').join()}]}`)
}, {}, httpDialects)

onDatabases('An item holds at most 1 MiB of values over all its groups', async (t, world) => {
  const { admin } = world
  const large = 'x'.repeat(22_500)
  const groups: Array<{ group: string, ids: string[] }> = []
  for (let count = 0; count < 5; count++) {
    groups.push(await addFieldGroup(admin, Array(11).fill('textarea'), { groupType: 'default' }))
  }
  const filled = ({ ids }: { ids: string[] }) => Object.fromEntries(ids.map((id) => [id, large]))
  const [last, first] = [groups[4]!, groups[0]!]
  const message = 'Must not be larger than 1 MiB with the other groups'
  const tooLarge = { custom_fields: null, errors: [{ [last.group]: message }] }
  for (const { path, id } of await addHolders(admin, last.group)) {
    const fieldsOf = ({ group }: { group: string }) => `${path}/${id}/custom_fields/${group}`
    const set = async (group: { group: string }, sent: unknown) =>
      (await admin.post(fieldsOf(group), { custom_fields: sent })).body
    for (const group of groups.slice(0, 4)) t.strictSame((await set(group, filled(group))).errors, [])
    const half = Object.fromEntries(last.ids.slice(0, 2).map((id) => [id, large]))
    t.strictSame((await set(last, half)).errors, [], 'up to the limit')
    const events = await eventsOf(admin, path, id)
    t.strictSame(await set(last, filled(last)), tooLarge)
    t.strictSame(await set(last, [Object.fromEntries(last.ids.slice(0, 5).map((id) => [id, large]))]), tooLarge)
    const bulk = await succeed(admin.post('bulk', {
      operations: [{ method: 'POST', path: `/api/v2/${fieldsOf(last)}`, body: { custom_fields: filled(last) } }]
    }))
    t.strictSame(bulk.results, [{ status: 200, body: tooLarge }])
    t.strictSame(await eventsOf(admin, path, id), events)
    t.strictSame((await succeed(admin.get(fieldsOf(last)))).custom_fields[last.group], half)

    const key = `${path.slice(0, -1)},${id}`
    const columns = last.ids.slice(3, 6).map((field) => `field.${field}`)
    const rows = (value: string) => `type,id,${columns.join()}\n${key},${value},${value},${value}\n`
    for (const query of ['?key=id&dry_run=true', '?key=id']) {
      const { import: refused, errors } = await runImport(world, rows(large), { query })
      t.strictSame([refused.failed, errors.map(({ error }) => error)], [1, [message]], query)
    }
    t.equal((await runImport(world, rows('short'), { query: '?key=id' })).import.updated, 1)

    t.strictSame((await set(first, { [first.ids[0]!]: 'short' })).errors, [], 'smaller values are accepted')
    t.strictSame((await set(last, { [last.ids[2]!]: large })).errors, [])
  }
})

onDatabases('Values of an item beyond 1 MiB stay readable and can be reduced in steps', async (t, { admin, app, adminCaller: caller }) => {
  const groups: Array<{ group: string, ids: string[] }> = []
  for (let count = 0; count < 6; count++) groups.push(await addFieldGroup(admin, ['textarea'], { groupType: 'default' }))
  const { path, id } = (await addHolders(admin, groups[0]!.group))[0]!
  await app.transact(caller, async (tx) => {
    for (const { group, ids: [field] } of groups) {
      await tx.prisma.fieldValues.create({
        data: {
          accountId: caller.accountId,
          itemType: 'asset',
          itemId: id,
          fieldGroupId: Number(group),
          document: JSON.stringify({ [field!]: 'x'.repeat(MIB - 100) })
        }
      })
    }
  })
  for (const { group, ids: [field] } of groups) {
    const fields = `${path}/${id}/custom_fields/${group}`
    t.equal((await succeed(admin.get(fields))).custom_fields[group][field!].length, MIB - 100)
    t.strictSame((await admin.post(fields, { custom_fields: { [field!]: 'x'.repeat(99_999) } })).body.errors, [])
  }
}, {}, httpDialects)
