import t from 'tap'
import { createWorld, dialects, inAppOfProcess, type World } from '#test/helper/app.js'
import { addCollection } from '#test/helper/collections.js'
import { addAsset, addItemTo, addProject, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { header, startMailServer, textOf } from '#test/helper/mail.js'
import { eventually } from '#test/helper/receiver.js'

const onBothDatabases = inAppOfProcess()
const BASE = 'https://media.example.com/cutroom'
const mailing = { SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: BASE, MAIL_FROM: 'cutroom@example.com' }
const PASSWORD = 'four quiet river stones'
const sent = { ok: 'Mail sent' }

const addresses = (count: number, name = 'ann') => Array.from({ length: count }, (_, index) => `${name}${index}@agency.example`)

/** The messages that wait, and how they are written now. */
async function waiting ({ app, adminCaller: { accountId } }: World) {
  const rows = await app.database.reads.prisma.message.findMany({ where: { accountId, kind: 'link' }, orderBy: { id: 'asc' } })
  const write = app.mailWriters.get('link')!
  return {
    rows,
    written: () => Promise.all(rows.map(({ userId, body, createdAt }) =>
      write({ account_id: accountId, user_id: userId, body: body!, created_at: createdAt.toISOString() })))
  }
}

onBothDatabases('A link is sent to each address, with the name of its sender, a text and its URL, and without its password', async (t, world) => {
  const { admin } = world
  const asset = await addAsset(admin, { title: 'Cut 3' })
  await succeed(admin.put('user', { name: 'نور \u0627\u0644\u0647\u062f\u0649' }))
  const link = await addLink(admin, `assets/${asset.id}`, { password: PASSWORD })
  const emails = ['ann@agency.example', 'Ben@agency.example', 'ANN@agency.example']
  t.strictSame(await succeed(admin.post(`assets/${asset.id}/links/${link.id}/mails`, { emails, text: 'First line\r\n<b>Second</b>' })), sent)
  const { rows, written } = await waiting(world)
  t.strictSame(rows.map(({ recipient }) => recipient), ['ann@agency.example', 'Ben@agency.example'])
  t.notOk(JSON.stringify(rows.map(({ body }) => body)).includes(link.token))
  const [message] = await written()
  t.equal(message!.subject, 'نور الهدى shares Cut 3 with you')
  t.match(message!.text, `First line\r\n<b>Second</b>\n\nOpen it:\n${link.url}\n\n`)
  t.match(message!.html, '&#60;b&#62;Second')
  t.match(message!.text, 'The link works until ')
  t.match(message!.text, 'ask نور الهدى for it')
  t.notOk(message!.text.includes(PASSWORD))
  t.equal(link.url, `${BASE}/share/#${link.token}`)
}, mailing)

onBothDatabases('A message is written when it is sent: with the URL of then, and not for a link that has ended', async (t, world) => {
  const { admin, addUser, app, adminCaller: { accountId } } = world
  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id)
  const user = await addUser({ access: 'projects', email: `ann${accountId}.mails@example.com` })
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: user.id, role: 'Member' }))
  const { link } = await succeed(user.client.post('links', { asset_ids: [asset.id], title: 'Chosen' }))
  t.strictSame(await succeed(user.client.post(`links/${link.id}/mails`, { emails: ['ben@agency.example'] })), sent)
  const { written } = await waiting(world)
  t.equal((await written())[0]!.subject, `ann${accountId}.mails shares Chosen with you`, 'as guests see an author without a name')
  const { link: { url } } = await succeed(user.client.post(`links/${link.id}`, { new_url: true, title: 'Chosen again' }))
  t.match((await written())[0]!, { subject: /Chosen again/, text: new RegExp(url.split('#')[1]) })
  const data = (expiresAt: Date) => app.transact(world.adminCaller, (tx) =>
    tx.prisma.link.updateMany({ where: { id: link.id, accountId }, data: { expiresAt } }))
  await data(new Date(Date.now() - 1))
  t.strictSame(await written(), [null], 'ended')
  t.strictSame((await user.client.post(`links/${link.id}/mails`, { emails: ['ben@agency.example'] })).body, { error: 'This link has ended' })
  await data(new Date(Date.now() + 60_000))
  t.not((await written())[0], null)
  await succeed(admin.post(`admin/users/${user.id}`, { disabled: true }))
  t.strictSame(await written(), [null], 'its sender is disabled')
  await succeed(admin.post(`admin/users/${user.id}`, { disabled: false }))
  await succeed(user.client.delete(`links/${link.id}`))
  t.strictSame(await written(), [null], 'revoked')
}, mailing)

onBothDatabases('Wrong addresses send nothing, and only who may revoke a link sends it', async (t, world) => {
  const { app, admin, adminCaller, adminCaller: { accountId }, addUser, addStranger } = world
  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id)
  const link = await addLink(admin, `assets/${asset.id}`)
  const collection = await addCollection(admin)
  const paths = [`assets/${asset.id}/links/${link.id}`, `links/${link.id}`]
  const wrong = ['nobody', 'a@b\r\nBcc: c@d', '@', 'a b@c', 'x@y@z']
  const refused: Array<[body: object, error: string | RegExp]> = [
    [{}, 'Missing parameter emails'],
    [{ emails: [] }, "Invalid parameter 'emails' value []: Must be an array of String of 1 to 20 elements"],
    [{ emails: addresses(21) }, /Must be an array of String of 1 to 20 elements$/],
    [{ emails: 'ann@agency.example' }, /Must be an array of String$/],
    [{ emails: [...addresses(15), ...wrong] }, /Must be an array of e-mail addresses$/],
    [{ emails: addresses(1), text: 'x'.repeat(2001) }, /Must be a String of at most 2000 characters$/],
    [{ emails: addresses(1), subject: 'x' }, "Unknown parameter 'subject'"]
  ]
  for (const path of paths) {
    for (const [body, error] of refused) {
      const answer = await admin.post(`${path}/mails`, body)
      t.equal(answer.status, 422)
      t.match(answer.body.error, error)
    }
  }
  const [viewer, member] = [await addUser({ access: 'projects' }), await addUser({ access: 'projects' })]
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: viewer.id, role: 'Viewer' }))
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: member.id, role: 'Member' }))
  const body = { emails: addresses(1) }
  for (const { client } of [viewer, member]) {
    t.strictSame((await client.post(`${paths[0]}/mails`, body)).body, { error: 'Your role does not allow this' })
    t.strictSame((await client.post(`${paths[1]}/mails`, body)).body, { error: 'Link not found' })
  }
  for (const { client } of [await addUser({ access: 'projects' }), await addStranger()]) {
    t.strictSame((await client.post(`${paths[0]}/mails`, body)).body, { error: 'asset not found' })
    t.strictSame((await client.post(`${paths[1]}/mails`, body)).body, { error: 'Link not found' })
  }
  t.strictSame((await admin.post(`collections/${collection.id}/links/${link.id}/mails`, body)).body, { error: 'Link not found' })
  await app.transact(adminCaller, (tx) =>
    tx.prisma.link.updateMany({ where: { id: link.id, accountId }, data: { seed: null } }))
  const answer = await admin.post(`${paths[1]}/mails`, body)
  t.strictSame([answer.status, answer.body], [200, { error: 'This link has no url' }])
  t.equal((await waiting(world)).rows.length, 0)
}, mailing)

onBothDatabases('A user sends links to sixty addresses in an hour, or none of a request goes', async (t, world) => {
  const { admin, addUser } = world
  const { id } = await addAsset(admin)
  const link = await addLink(admin, `assets/${id}`)
  const path = `assets/${id}/links/${link.id}/mails`
  for (let round = 0; round < 2; round++) t.strictSame(await succeed(admin.post(path, { emails: addresses(20) })), sent)
  await succeed(admin.post(path, { emails: addresses(19) }))
  const refused = await admin.post(path, { emails: addresses(2) })
  t.strictSame([refused.status, refused.body], [429, { error: 'Too many requests' }])
  const wait = Number(refused.headers['retry-after'])
  t.ok(wait > 3500 && wait <= 3600, String(wait))
  t.equal((await waiting(world)).rows.length, 59)
  await succeed(admin.post(path, { emails: addresses(1) }))
  const other = await addUser()
  await succeed(other.client.post(path, { emails: addresses(20) }))
}, mailing)

onBothDatabases('Without a mail server nothing is sent', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  const link = await addLink(admin, `assets/${id}`)
  for (const path of [`assets/${id}/links/${link.id}`, `links/${link.id}`]) {
    const answer = await admin.post(`${path}/mails`, { emails: addresses(1) })
    t.strictSame([answer.status, answer.body], [200, { error: 'Mail is not set up' }])
  }
})

for (const dialect of dialects) {
  t.test(`A guest opens a link from a message (${dialect})`, async (t) => {
    const { url, received } = await startMailServer(t)
    const world = await createWorld(t, dialect, { ...mailing, SMTP_URL: url, JOBS: 'on' })
    const { admin } = world
    await succeed(admin.put('user', { name: 'أحمد' }))
    const { id } = await addAsset(admin, { title: 'لقطة\nBcc: x@example.com' })
    const link = await addLink(admin, `assets/${id}`)
    await succeed(admin.post(`links/${link.id}/mails`, { emails: addresses(2), text: 'مرحبا\nسطر' }))
    await eventually('both messages', () => received.length === 2)
    t.strictSame(received.map(({ to }) => to).sort(), addresses(2))
    t.equal(header(received[0]!, 'Bcc'), undefined)
    const text = textOf(received[0]!).replace(/\r\n/g, '\n')
    t.match(text, 'مرحبا\nسطر')
    await succeed(createGuest(world, /\/share\/#([\w-]{43})/.exec(text)![1]!).get('shared'))
  })
}
