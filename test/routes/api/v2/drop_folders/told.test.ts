import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { HOUR_MS } from '#src/basics/units.js'
import { asUser } from '#src/drop-folders/arrivals/as-user.js'
import { tellOfGuest } from '#src/drop-folders/arrivals/told.js'
import { dialects, type Client } from '#test/helper/app.js'
import { openIngest, untilArrived, untilSo } from '#test/helper/ingest.js'
import { addAsset, addProject, succeed } from '#test/helper/items.js'
import { addLink } from '#test/helper/links.js'
import { openMailbox } from '#test/helper/mailbox.js'

const inboxOf = async (client: Client): Promise<any[]> => (await succeed(client.get('notifications'))).notifications
const haveFailed = (count: number) => (all: any[]) => all.filter(({ status }) => status === 'failed').length === count

for (const dialect of dialects) {
  t.test(`Who has saved a drop folder is told of failed files, once an hour (${dialect})`, async (t) => {
    const world = await openIngest(t, dialect, { MEDIA_MAX_BYTES: '1000' })
    const { app, admin, adminCaller, ingest, add, addUser } = world
    const project = await addProject(admin)
    const other = await addUser({ admin: true })
    const folder = await add({ path: 'large', title: 'Cards of today', project_id: project.id })
    const fail = async (name: string, count: number) => {
      writeFileSync(join(ingest, 'large', name), Buffer.alloc(2000))
      return untilArrived(world, folder.id, haveFailed(count))
    }
    const { 'a.bin': first } = await fail('a.bin', 1)
    const [told, ...rest] = await inboxOf(admin)
    t.match(told, {
      kind: 'arrival_failed',
      user_id: 0,
      author: null,
      read: false,
      text: /^a\.bin: The file is too large/,
      targets: { drop_folder_id: folder.id, arrival_id: first.id }
    })
    t.strictSame([rest, await inboxOf(other.client)], [[], []], 'nobody else is told')
    const { changes } = await succeed(admin.get('changes?limit=1000'))
    const targets = { user_id: adminCaller.userId, notification_id: told.id }
    t.match(changes.at(-1), { event: 'NOTIFICATION_ADDED', user_id: 0, targets })
    await fail('b.bin', 2)
    t.equal((await inboxOf(admin)).length, 1, 'not within the same hour')
    const where = { id: folder.id }
    const failedToldAt = new Date(Date.now() - HOUR_MS)
    await app.transact(adminCaller, async (tx) => tx.prisma.dropFolder.updateMany({ where, data: { failedToldAt } }))
    await fail('c.bin', 3)
    t.equal((await inboxOf(admin)).length, 2)

    const [message] = await openMailbox(world, adminCaller.userId).after(HOUR_MS)
    t.match(message, { subject: '2 notifications in Cutroom', text: /A file did not come into Cards of today/ })
    t.match(message!.text, new RegExp(`/console/drop-folders/${folder.id}\n`))
    await succeed(admin.delete(`drop_folders/${folder.id}`))
    t.strictSame(await inboxOf(admin), [], 'they go with it')
  })

  t.test(`The maker of a link is told of files of guests, once an hour, whatever processes do at once (${dialect})`, async (t) => {
    const world = await openIngest(t, dialect, { JOBS: 'off' })
    const { app, admin, adminCaller, add, addUser } = world
    const maker = await addUser()
    const [folder, { id }] = [await add({ path: 'in' }), await addAsset(admin)]
    const link = await addLink(maker.client, `assets/${id}`)
    const row = await app.database.reads.prisma.dropFolder.findUniqueOrThrow({ where: { id: folder.id } })
    const tell = () => app.transact(adminCaller, async (tx) => tellOfGuest(
      asUser(tx, adminCaller), { id: row.id, account_id: row.accountId, project_id: null } as any, { id: 'a', path: 'clip.mov' } as any, link.id, 'Gia'
    ))
    await Promise.all([tell(), tell(), tell()])
    const told = await inboxOf(maker.client)
    t.match(told, [{ kind: 'guest_files', user_id: 0, author: 'Gia', text: 'clip.mov', targets: { drop_folder_id: folder.id, link_id: link.id } }])
    t.equal(told.length, 1)
    t.strictSame(await inboxOf(admin), [])
    const [message] = await openMailbox(world, maker.id).after(HOUR_MS)
    t.equal(message!.subject, 'Gia (guest) has sent files to Cards')
    await succeed(admin.post(`admin/users/${maker.id}`, { access: 'projects' }))
    t.strictSame(await inboxOf(maker.client), [], 'who does not see it any more does not read it')
  })

  t.test(`Failed files in a project that one does not see are neither listed nor counted (${dialect})`, async (t) => {
    const world = await openIngest(t, dialect, { MEDIA_MAX_BYTES: '1000' })
    const { admin, ingest, add, addUser } = world
    const [project, secret] = [await addProject(admin), await addProject(admin, { title: 'Secret' })]
    await succeed(admin.post(`projects/${secret.id}/assign`, { to_project_id: project.id }))
    await succeed(admin.put(`projects/${secret.id}`, { private: true }))
    const { id: userId, client } = await addUser({ access: 'projects' })
    await succeed(admin.post(`projects/${project.id}/members`, { user_id: userId, role: 'Viewer' }))
    const folder = await add({ path: '', project_id: project.id, subfolders: 'create' })
    mkdirSync(join(ingest, 'secret'))
    for (const path of ['secret/a.bin', 'b.bin']) writeFileSync(join(ingest, path), Buffer.alloc(2000))
    await untilArrived(world, folder.id, haveFailed(2))
    const path = `drop_folders/${folder.id}`
    t.equal((await succeed(admin.get(path))).drop_folder.failed, 2)
    t.equal((await succeed(client.get(path))).drop_folder.failed, 1)
    t.strictSame((await succeed(client.get(`${path}/arrivals`))).arrivals.map((one: any) => one.path), ['b.bin'])
    await untilSo(async () => (await succeed(client.get('drop_folders'))).drop_folders[0].failed, (failed) => failed === 1)
  })
}
