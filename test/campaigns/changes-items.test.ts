import { httpDialects, inOneApp } from '#test/helper/app.js'
import { addFieldGroup } from '#test/helper/fields.js'
import { addAsset, succeed } from '#test/helper/items.js'

const onOneDatabase = inOneApp(httpDialects)

const MEBIBYTE = 1024 ** 2

onOneDatabase('An answer ends after about 4 MiB of items, and the next answer continues there', async (t, world) => {
  const { admin, app, adminCaller } = world
  const { ids: [field], group } = await addFieldGroup(admin, ['textarea'])
  const { body: { next } } = await admin.get('changes?since=now')
  const [asset, other] = [await addAsset(admin), await addAsset(admin)]
  for (const { id } of [asset, other]) {
    const path = `assets/${id}/custom_fields/${group}`
    const entries = Array.from({ length: 9 }, () => ({ [field!]: 'x'.repeat(95_000) }))
    await succeed(admin.post(path, { custom_fields: entries }))
  }
  for (let count = 0; count < 6; count++) {
    for (const { id } of [asset, other]) await succeed(admin.put(`assets/${id}`, { title: `Title ${count}` }))
  }
  const events: string[] = []
  let largest = 0
  for (let place = next, more = true; more;) {
    const { text, body } = await admin.get(`changes?since=${place}&include=item`)
    largest = Math.max(largest, text.length)
    t.ok(body.changes.length > 0)
    events.push(...body.changes.map(({ event }: { event: string }) => event))
    ;({ next: place, more } = body)
  }
  t.ok(largest > 3 * MEBIBYTE && largest < 4.5 * MEBIBYTE, `${largest} characters`)
  t.equal(events.length, 16, 'none is missing')

  await t.test('an item that is larger than this comes alone', async (t) => {
    await app.transact(adminCaller, (tx) => tx.prisma.asset.update({
      where: { id: asset.id },
      data: { description: '\u0001'.repeat(5 * MEBIBYTE) }
    }))
    const { body: { next: place } } = await admin.get('changes?since=now')
    const written = [other, asset, other]
    for (const [count, { id }] of written.entries()) await succeed(admin.put(`assets/${id}`, { title: `Last ${count}` }))
    const counts: number[] = []
    for (let at = place, more = true; more;) {
      const { body } = await admin.get(`changes?since=${at}&include=item`)
      counts.push(body.changes.length)
      ;({ next: at, more } = body)
    }
    t.strictSame(counts, [1, 1, 1])
  })
})
