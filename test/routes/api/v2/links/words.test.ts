import { inAppOfProcess } from '#test/helper/app.js'
import { addItemTo, addProject, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { attachReady, inOneAppWithMedia } from '../../../../helper/media/world.js'
import { startFileSender } from '../../../../helper/media/sender.js'

const onBothDatabases = inAppOfProcess()
const onBothWithMedia = inOneAppWithMedia(undefined, { MEDIA_VERSIONS: '2' })

onBothDatabases('Guests read no e-mail that stands behind an @, but what they see of that user', async (t, world) => {
  const { admin, addUser } = world
  const [ada, bob] = [await addUser(), await addUser()]
  const { users } = await succeed(admin.get('users'))
  const emailOf = (id: number) => users.find((user: any) => user.id === id).email as string
  const [ofAda, ofBob] = [emailOf(ada.id), emailOf(bob.id)]
  await succeed(ada.client.put('user', { name: 'Ada L.' }))
  const localOfBob = ofBob.split('@')[0]!
  const written = `@${ofAda.toUpperCase()}: ask (@${ofBob}), ＠${ofAda}, @nobody@elsewhere.example. Mail me@here.example`
  const read = `@Ada L.: ask (@${localOfBob}), ＠Ada L., @nobody. Mail me@here.example`

  const project = await addProject(admin, { title: 'Film' })
  const inner = await addItemTo(admin, 'projects', project.id, { title: `For @${ofAda}` })
  const lowest = await addItemTo(admin, 'projects', inner.id, { title: 'Rushes' })
  const asset = await addItemTo(admin, 'assets', lowest.id, { title: `Cut of @${ofBob}` })
  const near = await addItemTo(admin, 'assets', project.id, { title: 'Near' })
  await succeed(admin.post(`assets/${asset.id}/comments`, { text: written }))
  const link = await addLink(admin, `projects/${project.id}`, { title: `See @${ofAda}`, comments: true, approvals: true })
  const guest = createGuest(world, link.token)

  t.equal((await succeed(guest.get('shared'))).link.title, 'See @Ada L.')
  const { assets } = await succeed(guest.get('shared/assets'))
  const shown = (id: string) => assets.find((each: any) => each.id === id)
  t.match(shown(asset.id), { title: `Cut of @${localOfBob}`, path: ['For @Ada L.', 'Rushes'] })
  t.strictSame(shown(near.id).path, [])
  t.match((await succeed(guest.get(`shared/assets/${asset.id}`))).asset, { path: ['For @Ada L.', 'Rushes'] })
  const url = `shared/assets/${asset.id}`
  t.strictSame((await succeed(guest.get(`${url}/comments`))).comments.map(({ text }: any) => text), [read])
  t.equal((await succeed(guest.post(`${url}/comments`, { name: `@${ofBob}`, text: written }))).comment.text, read)
  t.match((await succeed(guest.post(`${url}/approvals`, { name: 'Ann', status: 'rejected', text: written }))).approval, { text: read })
  const answers = await Promise.all(['', '/assets', `/assets/${asset.id}`, `/assets/${asset.id}/comments`, `/assets/${asset.id}/approvals`]
    .map(async (path) => JSON.stringify((await guest.get(`shared${path}`)).body)))
  for (const email of [ofAda, ofBob]) t.notOk(answers.some((answer) => answer.toLowerCase().includes(email)))
  t.equal((await succeed(admin.get(`assets/${asset.id}/comments`))).comments[0].text, written, 'users read what was typed')

  const alone = createGuest(world, (await addLink(admin, `assets/${asset.id}`)).token)
  t.notOk('path' in (await succeed(alone.get(url))).asset)
})

onBothWithMedia('Guests list versions where the link allows it', async (t, world) => {
  const { admin } = world
  const project = await addProject(admin)
  const { id } = await addItemTo(admin, 'assets', project.id)
  const { id: other } = await addItemTo(admin, 'assets', (await addProject(admin)).id)
  const sender = await startFileSender(t, { bytes: Buffer.from('a film'), contentType: 'text/plain' })
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await attachReady(admin, id, sender.url, name)
  const guestOf = async (parameters: object) =>
    createGuest(world, (await addLink(admin, `projects/${project.id}`, parameters)).token)
  const url = `shared/assets/${id}/versions`
  t.match(await (await guestOf({})).get(url), { status: 403, body: { error: 'This link does not allow versions' } })

  const guest = await guestOf({ versions: true })
  const { versions } = await succeed(guest.get(url))
  t.match(versions, [
    { filename: 'b.txt', version: 2, replaced_at: String, user_id: Number }, { filename: 'a.txt', version: 1 }
  ])
  t.notOk('download_url' in versions[0])
  t.match(await guest.get(`shared/assets/${other}/versions`), { status: 404, body: { error: 'asset not found' } })

  const saver = await guestOf({ versions: true, download: true })
  const [{ download_url: downloadUrl }] = (await succeed(saver.get(url))).versions
  const { pathname, search } = new URL(downloadUrl)
  t.equal((await world.app.inject(pathname + search)).body, 'a film')
})
