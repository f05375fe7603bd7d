import type { Test } from 'tap'
import { inAppOfProcess, type World } from '#test/helper/app.js'
import { addAsset, addProject, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { startFileSender } from '../../../../helper/media/sender.js'
import { attachReady, onBothWithMedia } from '../../../../helper/media/world.js'

const onBothDatabases = inAppOfProcess()

const ADVICE = 'if a domain has a new part of the review: write into `nothing`, and into what is expected of Spot, what an asset has that has nothing of it'

const nothing = { version: null, comments: { open: 0, all: 0 }, approval: 'none' }

/** Compares the reviews of assets, by their titles, in every list that shows them. */
async function checkEverywhere (
  t: Test, { admin }: World, projectId: string, expected: Readonly<Record<string, object>>
): Promise<void> {
  const of = (assets: any[]) => Object.fromEntries(assets.map(({ title, review }) => [title, review]))
  const ofResults = ({ results }: any) => results.flatMap(({ asset }: any) => asset ?? [])
  t.strictSame(of(ofResults(await succeed(admin.get(`search?include=review&within=${projectId}`)))), expected, ADVICE)
  t.strictSame(of(ofResults(await succeed(admin.post('search', { include: 'review', within: projectId })))), expected, ADVICE)
  t.strictSame(of((await succeed(admin.get(`assets?include=review&within=${projectId}`))).assets), expected, ADVICE)
  t.strictSame(of((await succeed(admin.get(`projects/${projectId}/assets?include=review`))).assets), expected, ADVICE)
}

onBothDatabases('With include=review, lists show how many comments are open, and whether assets are approved', async (t, world) => {
  const { admin, adminCaller } = world
  const { id: projectId } = await addProject(admin)
  const add = async (title: string) => {
    const { id } = await addAsset(admin, { title })
    await succeed(admin.post(`assets/${id}/assign`, { to_project_id: projectId }))
    return id
  }
  await add('Quiet')
  const id = await add('Spot')
  const url = `assets/${id}/comments`
  const first = (await succeed(admin.post(url, { text: 'Too late' }))).comment
  await succeed(admin.post(url, { text: 'Indeed', reply_to: first.id }))
  await succeed(admin.post(url, { text: 'Between us', internal: true }))
  const { comment: done } = await succeed(admin.post(url, { text: 'Too loud' }))
  await succeed(admin.post(`${url}/${done.id}`, { done: true }))
  const { token } = await addLink(admin, `assets/${id}`, { comments: true })
  await succeed(createGuest(world, token).post(`shared/${url}`, { text: 'Nice', name: 'Ann' }))
  const { approvals: [{ id: approvalId }] } = await succeed(admin.post(`assets/${id}/approvals`, { user_ids: [adminCaller.userId] }))
  const comments = { open: 3, all: 4 }
  await checkEverywhere(t, world, projectId, { Quiet: nothing, Spot: { version: null, comments, approval: 'pending' } })
  await succeed(admin.post(`assets/${id}/approvals/${approvalId}`, { status: 'approved' }))
  await checkEverywhere(t, world, projectId, { Quiet: nothing, Spot: { version: null, comments, approval: 'approved' } })
  t.notOk('review' in (await succeed(admin.get('assets'))).assets[0])
})

onBothWithMedia('include=media and include=review stand beside each other, and a version has its number', async (t, world) => {
  const { admin } = world
  const sender = await startFileSender(t, { bytes: Buffer.from('a picture'), contentType: 'image/png' })
  const { id } = await addAsset(admin)
  for (const name of ['a', 'b']) await attachReady(admin, id, sender.url, name)
  const expected = { media: [{ filename: 'b', version: 2 }], review: { ...nothing, version: 2 } }
  t.match((await succeed(admin.get('search?include=media&include=review'))).results[0].asset, expected)
  t.match((await succeed(admin.post('search', { include: ['review', 'media'] }))).results[0].asset, expected)
  t.match((await succeed(admin.get('assets?include=review&include=media'))).assets[0], expected)
})

onBothDatabases('Reviews of a page are read by one statement', async (t, { admin, app }) => {
  for (let made = 0; made < 3; made++) await addAsset(admin)
  const { sql } = app.database.reads
  const { all } = sql
  const names: string[] = []
  sql.all = (statement, parameters) => {
    names.push(statement.name)
    return all.call(sql, statement, parameters) as never
  }
  await succeed(admin.get('assets?include=review')).finally(() => { sql.all = all })
  t.equal(names.filter((name) => name === 'included_reviews').length, 1)
  t.strictSame(names.filter((name) => /comments|approvals|media/.test(name)), [])
})
