import { Overloaded } from '#src/errors.js'
import { createExports } from '#src/transfer/export/export.js'
import { inAppOfProcess, type World } from '#test/helper/app.js'
import { succeed } from '#test/helper/items.js'

const onBothDatabases = inAppOfProcess()

/** Exports, of which the first waits until it is released. */
function open ({ app, config }: World) {
  const { database } = app
  let release = () => {}
  let begin = () => {}
  let isFirst = true
  const held = new Promise<void>((resolve) => { release = resolve })
  const begun = new Promise<void>((resolve) => { begin = resolve })
  let exported = 0
  const exports = createExports({
    database: {
      ...database,
      snapshot: async (work, options) => {
        const isHeld = isFirst
        isFirst = false
        begin()
        if (isHeld) await held
        return database.snapshot(work, options)
      }
    },
    folder: config.MEDIA_DIR,
    onExported: () => { exported++ }
  })
  return { exports, begun, release, exported: () => exported }
}

onBothDatabases('Thirty exports of one user wait for their turn, while the export of another user is made', async (t, world) => {
  const { admin, adminCaller } = world
  await succeed(admin.post('assets', { title: 'One' }))
  const { exports, release, exported } = open(world)
  const ofOne = Array.from({ length: 30 }, () => exports.open(adminCaller, {}))
  const { spooled } = await exports.open({ ...adminCaller, userId: adminCaller.userId + 1 }, {})
  t.match(spooled, /"title":"One"/)
  t.equal(exported(), 1)
  release()
  for (const { spooled: one } of await Promise.all(ofOne)) t.equal(one, spooled)
})

onBothDatabases('An export whose caller has left is not begun or is aborted, and the next one is made', async (t, world) => {
  const { admin, adminCaller } = world
  await succeed(admin.post('assets', { title: 'One' }))
  const { exports, begun, release, exported } = open(world)
  const leaving = new AbortController()
  const first = exports.open(adminCaller, {}, leaving.signal)
  await begun
  const waiting = exports.open(adminCaller, {}, leaving.signal)
  const next = exports.open(adminCaller, {})
  leaving.abort()
  await t.rejects(waiting, new Overloaded())
  release()
  await t.rejects(first, new Overloaded())
  t.match((await next).spooled, /"title":"One"/)
  t.equal(exported(), 1)
})
