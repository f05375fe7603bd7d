import { createUsers } from '#src/access/users.js'
import { httpDialects, inAppOfProcess, type Answer } from '#test/helper/app.js'
import { addAsset, addProject, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'

const onBothDatabases = inAppOfProcess()

const outcome = ({ status, body }: Answer) => ({ status, body })

onBothDatabases('A user has a name, which the user and administrators set, and which is shown where users are', async (t, { admin, addUser }) => {
  const ann = await addUser()
  t.equal((await succeed(ann.client.get('user'))).user.name, '')
  const { user } = await succeed(ann.client.put('user', { name: 'Ann Lee' }))
  t.match(user, { id: ann.id, email: ann.email, name: 'Ann Lee', admin: false, access: 'account', account: String })
  t.strictSame((await succeed(ann.client.get('user'))).user, user)
  const nameIn = (users: any[]) => users.find(({ id }) => id === ann.id).name
  t.equal(nameIn((await succeed(admin.get('users'))).users), 'Ann Lee')
  t.equal(nameIn((await succeed(admin.get('admin/users'))).users), 'Ann Lee')
  const project = await addProject(ann.client)
  t.strictSame((await succeed(admin.get(`projects/${project.id}/members`))).members, [{ id: ann.id, email: ann.email, name: 'Ann Lee', role: 'Admin' }])
  t.equal((await succeed(admin.post(`admin/users/${ann.id}`, { name: 'Ann' }))).user.name, 'Ann')
  await succeed(admin.post(`admin/users/${ann.id}`, { name: 'Ann' }))
  await succeed(ann.client.put('user', { name: 'Ann' }))
  await succeed(ann.client.put('user', { name: '' }))
  const edits = (await succeed(admin.get('changes?event=USER_EDITED&limit=1000'))).changes
  t.match(edits.map(({ targets }: any) => targets), Array(3).fill({ user_id: ann.id, change: 'name' }), 'only changes are events')
  t.equal(edits.length, 3)
  const made = await succeed(admin.post('admin/users', { email: `named${ann.id}@example.com`, name: 'Ben' }))
  t.equal(made.user.name, 'Ben')
})

onBothDatabases('The author of a comment is the name as it is now, else the e-mail, and guests see the name, else the part before the @', async (t, world) => {
  const { admin, addUser } = world
  const ann = await addUser()
  const asset = await addAsset(admin)
  const path = `assets/${asset.id}/comments`
  const { comment } = await succeed(ann.client.post(path, { text: 'Hello' }))
  t.equal(comment.author, ann.email)
  const { token } = await addLink(admin, `assets/${asset.id}`, { comments: true })
  const guest = createGuest(world, token)
  await succeed(guest.post(`shared/${path}`, { name: 'Gia @ home', text: 'Hi' }))
  const authors = async () => [
    (await succeed(admin.get(path))).comments.map(({ author }: any) => author),
    (await succeed(guest.get(`shared/${path}`))).comments.map(({ author }: any) => author)
  ]
  t.strictSame(await authors(), [[ann.email, 'Gia @ home'], [ann.email.split('@')[0], 'Gia @ home']])
  await succeed(ann.client.put('user', { name: 'Ann @ work' }))
  t.strictSame(await authors(), [['Ann @ work', 'Gia @ home'], ['Ann @ work', 'Gia @ home']])
})

onBothDatabases('A name has at most 100 characters', async (t, { admin }) => {
  const name = '😀'.repeat(100)
  t.equal((await succeed(admin.put('user', { name }))).user.name, name)
  const refused = (await admin.put('user', { name: `${name}x` })).body.error
  t.match(refused, /^Invalid parameter 'name' value "[^]*": Must be a String of at most 100 characters$/)
  t.strictSame(outcome(await admin.put('user', {})), { status: 422, body: { error: 'Missing parameter name' } })
  t.strictSame(outcome(await admin.put('user', { name: null })), { status: 422, body: { error: "Invalid parameter 'name' value nil: Must be a String" } })
  t.strictSame(outcome(await admin.put('user', { name: 'x', email: 'y' })), { status: 422, body: { error: "Unknown parameter 'email'" } })
}, {}, httpDialects)

onBothDatabases('The operator gives names by --name', async (t, { app, adminCaller: { account } }) => {
  const users = createUsers(app)
  const email = `operator.${account.replace(/\W/g, '')}@example.com`
  t.match(await users.add({ email, admin: false, account, name: 'Cleo' }), { email, name: 'Cleo' })
  const named = async () => (await users.list()).find((user) => user.email === email)!.name
  t.equal(await named(), 'Cleo')
  await users.setName(email, 'Cleo B')
  t.equal(await named(), 'Cleo B')
  await t.rejects(users.setName(email, 'x'.repeat(101)), { message: 'A name has at most 100 characters' })
})
