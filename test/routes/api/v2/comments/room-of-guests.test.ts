import { inAppOfProcess, type World } from '#test/helper/app.js'
import { fillComments } from '#test/helper/fill.js'
import { addAsset, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'

const onBothDatabases = inAppOfProcess()

const drawing = (points: number) => [{
  tool: 'pen', color: '#000000', width: 0.01, points: Array.from({ length: points }, (_each, index) => [index / 10_000, 0.5])
}]
const OF_GUESTS = { guestName: 'Gia', userId: 0, linkId: 1 }
const OF_USERS = { guestName: null, userId: 1, linkId: null }
const STORED = JSON.stringify(drawing(1))

async function openAsset (world: World) {
  const { admin } = world
  const asset = await addAsset(admin)
  const link = await addLink(admin, `assets/${asset.id}`, { comments: true })
  const guest = createGuest(world, link.token)
  const path = `assets/${asset.id}/comments`
  return {
    path,
    id: asset.id,
    say: (more: object = {}) => admin.post(path, { text: 'Mine', ...more }),
    sayAsGuest: (more: object = {}) => guest.post(`shared/${path}`, { text: 'Theirs', name: 'Gia', ...more })
  }
}
const full = (what: string) => ({ status: 200, body: { error: `Must not have more than ${what}` } })

onBothDatabases('Of the points of an asset, guests have 50,000 at most, and the team draws on', async (t, world) => {
  const { id, say, sayAsGuest } = await openAsset(world)
  await fillComments(world, id, 10, () => ({ ...OF_GUESTS, drawing: STORED, points: 4990 }))
  await succeed(sayAsGuest({ drawing: drawing(100) }))
  t.match(await sayAsGuest({ drawing: drawing(1) }), full('50000 points of guests'))
  await succeed(sayAsGuest())
  await succeed(say({ drawing: drawing(100) }))
  await fillComments(world, id, 30, () => ({ ...OF_USERS, drawing: STORED, points: 4995 }))
  await succeed(say({ drawing: drawing(50) }))
  t.match(await say({ drawing: drawing(1) }), full('200000 points'))
})

onBothDatabases('Of the comments on an asset, guests have 1,000 at most, and the team writes on', async (t, world) => {
  const { admin } = world
  const { id, path, say, sayAsGuest } = await openAsset(world)
  await fillComments(world, id, 999, () => OF_GUESTS)
  const { comment } = await succeed(sayAsGuest())
  t.match(await sayAsGuest(), full('1000 comments of guests'))
  t.match(await sayAsGuest({ reply_to: comment.id }), full('1000 comments of guests'), 'a reply is a comment')
  await succeed(say({ reply_to: comment.id }))
  await succeed(admin.delete(`${path}/${comment.id}`))
  await succeed(sayAsGuest())
  await fillComments(world, id, 3999, () => OF_USERS)
  await succeed(say())
  t.match(await say(), full('5000 comments'))
  t.match(await sayAsGuest(), full('1000 comments of guests'))
})

onBothDatabases('What guests had beyond their part before takes no room of the team', async (t, world) => {
  const { id, say, sayAsGuest } = await openAsset(world)
  await fillComments(world, id, 40, () => ({ ...OF_GUESTS, drawing: STORED, points: 5000 }))
  await fillComments(world, id, 4960, () => OF_GUESTS)
  await succeed(say({ drawing: drawing(2000) }))
  t.match(await sayAsGuest(), full('1000 comments of guests'))
})

onBothDatabases('Other assets are not concerned', async (t, world) => {
  const [first, second] = [await openAsset(world), await openAsset(world)]
  await fillComments(world, first.id, 1000, () => ({ ...OF_GUESTS, drawing: STORED, points: 50 }))
  t.match(await first.sayAsGuest(), full('1000 comments of guests'))
  await succeed(second.sayAsGuest({ drawing: drawing(10) }))
})
