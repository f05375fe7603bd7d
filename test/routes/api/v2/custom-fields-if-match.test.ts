import { inSharedApp } from '#test/helper/app.js'
import { addFieldGroup, addHolders } from '#test/helper/fields.js'
import { historyOf, succeed } from '#test/helper/items.js'

const onBothDatabases = inSharedApp()

const refused = { status: 412, body: { error: 'If-Match does not match the current version' } }

onBothDatabases('With If-Match, custom fields are changed only if they are still as they were read', async (t, { admin }) => {
  const { group, ids: [box, other] } = await addFieldGroup(admin, ['textbox', 'textbox'])
  for (const { path, id, fields } of await addHolders(admin, group)) {
    const tag = async () => String((await admin.get(fields)).headers.etag)
    const send = (method: 'POST' | 'DELETE', to: string, ifMatch: string, sent?: unknown) =>
      admin.send(method, to, sent === undefined ? undefined : { custom_fields: sent }, { 'if-match': ifMatch })
    const read = async () => (await succeed(admin.get(fields))).custom_fields[group]

    const empty = await tag()
    t.equal((await send('POST', fields, empty, { [box!]: 'A' })).status, 200, 'where there is nothing yet')
    const seen = await tag()
    t.not(seen, empty)
    t.equal((await send('POST', fields, seen, { [other!]: 'B' })).status, 200)
    const events = (await historyOf(admin, path, id)).length
    for (const sent of [{ [box!]: 'C' }, { [box!]: 5 }, undefined]) t.match(await send('POST', fields, seen, sent), refused)
    t.match(await send('DELETE', fields, seen), refused)
    t.match(await send('DELETE', fields, `W/${seen}`), refused)
    t.strictSame(await read(), { [box!]: 'A', [other!]: 'B' })
    t.equal((await historyOf(admin, path, id)).length, events)

    const first = await tag()
    const operation = (value: string, ifMatch: string) =>
      ({ method: 'POST', path: `/api/v2/${fields}`, body: { custom_fields: { [box!]: value } }, if_match: ifMatch })
    const { body } = await admin.post('bulk', { operations: [operation('D', first), operation('E', first)], atomic: false })
    t.match(body.results, [{ status: 200 }, refused])
    t.equal((await send('POST', fields, '*', { [box!]: 'F' })).status, 200)
    t.equal((await send('POST', fields, `W/${await tag()}`, { [box!]: 'G' })).status, 200, 'behind nginx with gzip')
    t.equal((await send('POST', fields, (await tag()).replace(/"$/, '-br"'), { [box!]: 'H' })).status, 200, 'and Apache')
    t.equal((await send('DELETE', fields, `"x", ${await tag()}`)).status, 200)

    await succeed(admin.post(fields, { custom_fields: [{ [box!]: 'one' }, { [box!]: 'two' }] }))
    const both = await tag()
    t.match(await send('DELETE', `${fields}/1`, first), refused)
    t.match(await send('DELETE', `${fields}/9`, first), { status: 404, body: { error: 'Entry not found' } })
    t.equal((await send('DELETE', `${fields}/1`, both)).status, 200)
    t.match(await send('DELETE', `${fields}/2`, both), refused)
    t.equal((await read()).length, 1)
  }
})

onBothDatabases('Of several concurrent changes of custom fields with one tag, one is done and the others get 412', async (t, { admin }) => {
  const { group, ids: [box] } = await addFieldGroup(admin, ['textbox'])
  for (const { fields } of await addHolders(admin, group)) {
    const seen = String((await admin.get(fields)).headers.etag)
    const sent = (value: string) =>
      admin.send('POST', fields, { custom_fields: { [box!]: value } }, { 'if-match': seen })
    const answers = await Promise.all(['A', 'B', 'C'].map(sent))
    t.strictSame(answers.map(({ status }) => status).toSorted(), [200, 412, 412])
  }
})
