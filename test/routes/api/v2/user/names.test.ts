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
  t.strictSame((await succeed(admin.get(`projects/${project.id}/members`))).members,
    [{ id: ann.id, email: ann.email, name: 'Ann Lee', role: 'Admin', avatar_url: null }])
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

/** Each begins as a line of its own, or turns around what follows. */
const MISLEADING = ['Ann\nLee', 'Ann\r\nBcc: x@example.com', 'Ann\u2028Lee', 'Ann\u2029', '\u0085Ann', 'A\vB', 'A\fB', '\u202eeeL nnA',
  'Ann\u200f', '\u061cAnn', '\u2066Ann\u2069', '\u200e']
const RULE = 'Must not have line breaks or marks of direction'

onBothDatabases('A name has no line breaks and no marks of direction, is trimmed, and is empty where nothing of it is seen', async (t, world) => {
  const { admin, addUser } = world
  const ann = await addUser()
  const rename = async (name: string) => (await succeed(ann.client.put('user', { name }))).user.name
  for (const [sent, kept] of [
    ['  Ann Lee ', 'Ann Lee'], ['\tAnn\u00a0', 'Ann'], ['\u200bAnn\u2060\ufeff', 'Ann'], ['   ', ''], ['\u200b\u200d\ufeff', ''], ['\u3164\u115f\u2800', ''],
    ['\u00ad \ufe0f', ''], ['نیم\u200cفاصله', 'نیم\u200cفاصله'], ['אן לי', 'אן לי'], ['Ann ❤️', 'Ann ❤️'], ['👩‍👩‍👧', '👩‍👩‍👧']
  ] as const) {
    t.equal(await rename(sent), kept)
    t.equal((await succeed(ann.client.get('user'))).user.name, kept)
  }
  await succeed(ann.client.put('user', { name: 'Ann' }))
  for (const name of MISLEADING) {
    const value = (answer: Answer) => answer.body.error.replace(/value "[^]*": /, '')
    const expected = { status: 422, error: `Invalid parameter 'name' ${RULE}` }
    const answers = [
      await ann.client.put('user', { name }), await admin.post(`admin/users/${ann.id}`, { name }),
      await admin.post('admin/users', { email: `misled${ann.id}@example.com`, name })
    ]
    for (const answer of answers) t.strictSame({ status: answer.status, error: value(answer) }, expected)
  }
  t.equal((await succeed(ann.client.get('user'))).user.name, 'Ann')
  t.equal((await succeed(admin.post(`admin/users/${ann.id}`, { name: ' Ann B ' }))).user.name, 'Ann B')
  const { user } = await succeed(admin.post('admin/users', { email: `white${ann.id}@example.com`, name: '\u200b ' }))
  t.equal(user.name, '')
})

onBothDatabases('Of the name of a guest something is seen, on one line', async (t, world) => {
  const { admin } = world
  const asset = await addAsset(admin)
  const { token } = await addLink(admin, `assets/${asset.id}`, { comments: true })
  const say = (name: string) => createGuest(world, token).post(`shared/assets/${asset.id}/comments`, { name, text: 'x' })
  for (const name of MISLEADING) t.match((await say(name)).body.error, new RegExp(`^Invalid parameter 'name' value "[^]*": ${RULE}$`))
  for (const name of [' ', '\u200b', '\u3164\ufe0f', '\u2800']) {
    t.match((await say(name)).body.error, /^Invalid parameter 'name' value "[^]*": Must be a String of 1 to 100 characters$/)
  }
  t.equal((await succeed(say(' Gia\u200b '))).comment.author, 'Gia')
})

onBothDatabases('The operator gives names by --name', async (t, { app, adminCaller: { account } }) => {
  const users = createUsers(app)
  const email = `operator.${account.replace(/\W/g, '')}@example.com`
  t.match(await users.add({ email, admin: false, account, name: 'Cleo' }), { email, name: 'Cleo' })
  const named = async () => (await users.list()).find((user) => user.email === email)!.name
  t.equal(await named(), 'Cleo')
  await users.setName(email, 'Cleo B')
  t.equal(await named(), 'Cleo B')
  await t.rejects(users.setName(email, 'x'.repeat(101)), { message: 'A name has at most 100 characters' })
  await t.rejects(users.setName(email, 'x\ny'), { message: 'A name has no line breaks and no marks of direction' })
  t.equal((await users.setName(email, ' Cleo \u200b')).name, 'Cleo')
})
