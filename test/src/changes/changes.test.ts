import { httpDialects, inAppOfProcess, onBothDatabases, type World } from '../../helper/app.js'
import { addAsset, addProject, succeed } from '../../helper/items.js'
import { eventually } from '../../helper/receiver.js'
import type { ChangeReader } from '#src/changes/changes.js'
import type { Place } from '#src/changes/cursor.js'
import { presentChange } from '#src/changes/present.js'
import type { ChangeQuery } from '#src/changes/query.js'

const inAnAccount = inAppOfProcess()

const placeAt = (number: number): Place => ({ number, epoch: null })

const everything: ChangeQuery = { limit: 1000, includeItems: false }

async function read (world: World, after: number, query: Partial<ChangeQuery> = {}) {
  const page = await world.app.changes.read(world.adminCaller, after, { ...everything, ...query })
  return {
    ...page,
    events: page.changes.map(({ event }) => event),
    shown: page.changes.map((change) => JSON.parse(presentChange(change)))
  }
}

inAnAccount('Changes are the history entries in the order of their commits', async (t, world) => {
  const { admin, app, adminCaller } = world
  const { number: start } = await app.changes.end(adminCaller)
  const project = await addProject(admin)
  const asset = await addAsset(admin)
  await succeed(admin.post(`assets/${asset.id}/assign`, { to_project_id: project.id }))
  await admin.post(`assets/${asset.id}/assign`, { to_project_id: 'nowhere' })
  await succeed(admin.delete(`assets/${asset.id}`))

  const page = await read(world, start)
  t.strictSame(page.events, ['PROJECT_ADDED', 'USER_LINKED', 'ASSET_ADDED', 'ASSET_LINKED', 'ASSET_PURGED'])
  const { body: { history } } = await admin.get(`projects/${project.id}/history`)
  const { account, ...entry } = history[0]
  t.strictSame(page.shown.find(({ event }) => event === 'ASSET_LINKED'), entry)
  t.equal(account, adminCaller.account, 'only the history names the account')
  t.notOk(page.more)
  t.strictSame((await read(world, page.after)).events, [], 'nothing follows the last one')

  await t.test('pages neither overlap nor leave anything out', async (t) => {
    const seen: string[] = []
    for (let after = start, more = true; more;) {
      const page = await read(world, after, { limit: 2 })
      seen.push(...page.events)
      ;({ after, more } = page)
    }
    t.strictSame(seen, page.events)
  })

  await t.test('items are shown as they are now', async (t) => {
    const { shown } = await read(world, start, { includeItems: true })
    t.same(shown[0].item, {
      type: 'project',
      project: (await admin.get(`projects/${project.id}`)).body.project,
      custom_fields: [],
      media: []
    })
    t.strictSame(shown[2].item, null, 'it is deleted')
  })

  await t.test('changes can be filtered by event and by type', async (t) => {
    t.strictSame((await read(world, start, { events: new Set(['USER_LINKED', 'ASSET_LINKED']) })).events, [
      'USER_LINKED',
      'ASSET_LINKED'
    ])
    t.strictSame((await read(world, start, { types: new Set(['project']) })).events, ['PROJECT_ADDED', 'USER_LINKED'])
    const filtered = await read(world, start, { events: new Set(['PROJECT_ADDED']) })
    t.equal(filtered.after, page.after, 'the place does not depend on the filter')
  })

  await t.test('changes of another account are not visible', async (t) => {
    const stranger = await world.addStranger()
    const caller = { ...adminCaller, accountId: adminCaller.accountId + 1, userId: stranger.id }
    const { changes } = await app.changes.read(caller, 0, everything)
    t.notOk(changes.some(({ event }) => event === 'ASSET_ADDED'))
    t.equal(await app.changes.placeOf(caller, app.changes.cursorOf(adminCaller, placeAt(1))), null)
  })

  await t.test('a user who is not an administrator sees only changes that name an asset or a project', async (t) => {
    await world.addUser()
    t.ok((await read(world, 0)).events.includes('USER_ADDED'))
    const { changes } = await app.changes.read({ ...adminCaller, admin: false }, 0, everything)
    t.notOk(changes.some(({ event }) => event === 'USER_ADDED'))
  })
})

inAnAccount('Changes within a project are those of the items in it, at any depth', async (t, world) => {
  const { admin, app, adminCaller } = world
  const [top, middle, other] = [await addProject(admin), await addProject(admin), await addProject(admin)]
  await succeed(admin.post(`projects/${middle.id}/assign`, { to_project_id: top.id }))
  const [inside, outside] = [await addAsset(admin), await addAsset(admin)]
  const { number: start } = await app.changes.end(adminCaller)
  await succeed(admin.post(`assets/${inside.id}/assign`, { to_project_id: middle.id }))
  await succeed(admin.post(`assets/${outside.id}/assign`, { to_project_id: other.id }))
  await admin.put(`assets/${outside.id}`, { title: 'outside' })
  await admin.put(`assets/${inside.id}`, { title: 'inside' })
  await admin.put(`projects/${top.id}`, { title: 'itself' })
  await admin.put(`projects/${middle.id}`, { title: 'below' })
  await succeed(admin.delete(`assets/${inside.id}`))
  const titles = async (id: string) => (await read(world, start, { within: new Set([id]) })).shown
    .map(({ event, targets }) => `${event} ${targets.asset_id ?? targets.project_id}`)
  t.strictSame(await titles(top.id), [
    `ASSET_LINKED ${inside.id}`,
    `ASSET_EDITED_METADATA ${inside.id}`,
    `PROJECT_EDITED_METADATA ${middle.id}`,
    `ASSET_PURGED ${inside.id}`
  ])
  t.strictSame(await titles('nowhere'), [])
})

onBothDatabases('A waiting reader is answered after a commit, when its time is up, when it leaves, and when the service stops', async (t, world) => {
  const { admin, app, adminCaller } = world
  const { number: start } = await app.changes.end(adminCaller)
  const leaving = new AbortController()
  const reader: ChangeReader = { caller: async () => adminCaller, gone: new AbortController().signal }
  const waiting = Array.from({ length: 50 }, () => app.changes.readOrWait(reader, placeAt(start), everything, 60_000))
  const inVain = await app.changes.readOrWait(reader, placeAt(start), everything, 20)
  t.match(inVain, { changes: [], after: start, more: false })
  await eventually('fifty waiting readers', () => app.changes.waiters === 50)
  await addAsset(admin)
  for (const page of await Promise.all(waiting)) t.strictSame(page!.changes.map(({ event }) => event), ['ASSET_ADDED'])

  const left = app.changes.readOrWait({ ...reader, gone: leaving.signal }, placeAt(start + 1), everything, 60_000)
  leaving.abort()
  t.match(await left, { changes: [] })
  let isRevoked = false
  const revoked = app.changes.readOrWait(
    { ...reader, caller: async () => isRevoked ? null : adminCaller },
    placeAt(start + 1),
    everything,
    60_000
  )
  await eventually('a waiting reader', () => app.changes.waiters === 1)
  isRevoked = true
  await addAsset(admin)
  t.equal(await revoked, null, 'a key that was revoked during the wait gets nothing')
  const stopped = app.changes.readOrWait(reader, placeAt(start + 2), everything, 60_000)
  app.changes.stop()
  t.match(await stopped, { changes: [] })
  t.equal(app.changes.waiters, 0)
})

inAnAccount('A stream gets at most 256 KiB and one change at a time, however large the items are', async (t, world) => {
  const { admin, app, adminCaller } = world
  const start = await app.changes.end(adminCaller)
  const description = 'x'.repeat(100_000)
  for (let count = 0; count < 8; count++) await addAsset(admin, { description })
  const reader = { caller: async () => adminCaller, gone: new AbortController().signal }
  const sizes: number[] = []
  for await (const changes of app.changes.follow(reader, start, { ...everything, includeItems: true })) {
    sizes.push(changes.length)
    if (sizes.reduce((sum, size) => sum + size) === 8) break
  }
  t.ok(sizes.length >= 3 && Math.max(...sizes) <= 3, sizes.join())
}, {}, httpDialects)
