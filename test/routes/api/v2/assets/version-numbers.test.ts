import { randomBytes } from 'node:crypto'
import type { Test } from 'tap'
import type { Client } from '#test/helper/app.js'
import { addAsset, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { startFileSender } from '../../../../helper/media/sender.js'
import { attach, attachReady, inOneAppWithMedia, settledMedia } from '../../../../helper/media/world.js'

const onBothDatabases = inOneAppWithMedia()

const keepingTwo = { MEDIA_VERSIONS: '2' }

async function addFile (t: Test, client: Client, assetId: string, name: string) {
  return attachReady(client, assetId, (await startFileSender(t, { bytes: randomBytes(10) })).url, name)
}

/** The names and numbers of the present file, and of those that it has replaced. */
async function numbersOf (client: Client, assetId: string) {
  const shown = (files: any[]) => files.map(({ filename, version }) => `${filename} ${version}`)
  const { media } = await succeed(client.get(`assets/${assetId}/media`))
  const { versions } = await succeed(client.get(`assets/${assetId}/versions`))
  return { present: shown(media), before: shown(versions) }
}

onBothDatabases('Files have the numbers in which they were ready, and keep them when they are restored', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  for (const name of ['a', 'b']) await addFile(t, admin, id, name)
  t.strictSame(await numbersOf(admin, id), { present: ['b 2'], before: ['a 1'] })
  await succeed(admin.post(`assets/${id}/versions/${(await succeed(admin.get(`assets/${id}/versions`))).versions[0].id}/restore`))
  t.strictSame(await numbersOf(admin, id), { present: ['a 1'], before: ['b 2'] })
  for (const name of ['c', 'd', 'e']) await addFile(t, admin, id, name)
  t.strictSame(await numbersOf(admin, id), { present: ['e 5'], before: ['d 4', 'c 3'] }, 'those that are not kept count')
  await attach(admin, id, 'http://127.0.0.1:1/', 'f')
  await settledMedia(admin, id)
  t.strictSame((await numbersOf(admin, id)).present, ['e 5', 'f null'], 'one that is not ready has none')
}, keepingTwo)

onBothDatabases('Numbers go on where no version is kept', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  for (const name of ['a', 'b', 'c']) await addFile(t, admin, id, name)
  t.strictSame(await numbersOf(admin, id), { present: ['c 3'], before: [] })
  t.strictSame((await succeed(admin.get('search?include=media'))).results.find(({ asset }: any) => asset?.id === id)
    .asset.media.map(({ version }: any) => version), [3])
})

onBothDatabases('Files from before numbers are numbered from what is kept', async (t, { admin, adminCaller, app }) => {
  const { id } = await addAsset(admin)
  for (const name of ['a', 'b', 'c', 'd']) await addFile(t, admin, id, name)
  await app.transact(adminCaller, async ({ prisma }) => {
    await prisma.mediaFile.updateMany({ where: { assetId: id }, data: { version: null } })
    await prisma.asset.updateMany({ where: { id }, data: { versions: 0 } })
  })
  t.strictSame(await numbersOf(admin, id), { present: ['d 3'], before: ['c 2', 'b 1'] })
  const { comment } = await succeed(admin.post(`assets/${id}/comments`, { text: 'Nice' }))
  t.equal(comment.version, 3)
  await addFile(t, admin, id, 'e')
  t.strictSame(await numbersOf(admin, id), { present: ['e 4'], before: ['d 3', 'c 2'] })
}, keepingTwo)

onBothDatabases('Comments have the number of the file on which they were made, guests see it and that of the asset', async (t, world) => {
  const { admin } = world
  const { id } = await addAsset(admin)
  const { token } = await addLink(admin, `assets/${id}`, { comments: true })
  const guest = createGuest(world, token)
  const url = `assets/${id}/comments`
  t.equal((await succeed(guest.get(`shared/assets/${id}`))).asset.version, null)
  await succeed(admin.post(url, { text: 'Before' }))
  for (const name of ['a', 'b', 'c', 'd']) {
    await addFile(t, admin, id, name)
    await succeed(guest.post(`shared/${url}`, { text: name, name: 'Ann' }))
  }
  const numbers = (comments: any[]) => comments.map(({ text, version }) => `${text} ${version}`)
  const expected = ['Before null', 'a 1', 'b 2', 'c 3', 'd 4']
  t.strictSame(numbers((await succeed(admin.get(url))).comments), expected, 'also on files that are gone')
  t.strictSame(numbers((await succeed(guest.get(`shared/${url}`))).comments), expected)
  t.match((await succeed(guest.get(`shared/assets/${id}`))).asset, { version: 4, media: [{ version: 4 }] })
  t.match((await succeed(guest.get('shared/assets'))).assets, [{ version: 4 }])
}, keepingTwo)
