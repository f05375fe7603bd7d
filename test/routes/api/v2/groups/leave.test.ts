import { leaveAllGroups } from '#src/groups/users.js'
import { onBothDatabases } from '#test/helper/app.js'
import { succeed } from '#test/helper/items.js'

onBothDatabases('Who is removed leaves all groups, without events', async (t, world) => {
  const { app, admin, adminCaller, addUser } = world
  const [gone, other] = [await addUser(), await addUser()]
  const ids: number[] = []
  for (const name of ['One', 'Two', 'Three']) {
    ids.push((await succeed(admin.post('admin/user_groups', { name }))).user_group.id)
  }
  await succeed(admin.post(`admin/user_groups/${ids[0]}/users`, { user_ids: [gone.id, other.id] }))
  await succeed(admin.post(`admin/user_groups/${ids[1]}/users`, { user_ids: [gone.id] }))
  await succeed(admin.post(`admin/user_groups/${ids[2]}/users`, { user_ids: [other.id] }))
  const { prisma } = app.database.reads
  const before = await prisma.historyEntry.count()
  await app.transact({ ...adminCaller }, async (tx) => leaveAllGroups(tx, gone.id))
  t.equal(await prisma.historyEntry.count(), before)
  const counts = (await succeed(admin.get('user_groups'))).user_groups.map(({ count }: { count: number }) => count)
  t.strictSame(counts, [1, 0, 1])
  t.strictSame((await succeed(gone.client.get('user'))).user.user_groups, [])
  t.strictSame((await succeed(other.client.get('user'))).user.user_groups.length, 2)
})
