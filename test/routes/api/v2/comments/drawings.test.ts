import { httpDialects, inAppOfProcess, type Answer, type World } from '#test/helper/app.js'
import { fillComments } from '#test/helper/fill.js'
import { addFilm, replaceFilm } from '#test/helper/film.js'
import { addAsset, addProject, historyOf, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { addWebhook, queuedFor } from '#test/helper/webhooks.js'

const onBothDatabases = inAppOfProcess()

const RULE = 'Must be a drawing of 1 to 100 shapes within 0 and 1'
const REFUSED = { status: 403, body: { error: 'Your role does not allow this' } }
const FULL = { status: 200, body: { error: 'Must not have more than 200000 points' } }
const outcome = ({ status, body }: Answer) => ({ status, body })

const arrow = { tool: 'arrow', color: '#e69f00', width: 0.005, points: [[0.1, 0.2], [0.5, 0.25]] }
const pen = (count: number) => ({
  tool: 'pen', color: '#000000', width: 0.01, points: Array.from({ length: count }, (_each, index) => [index / 10_000, 0.5])
})

onBothDatabases('A comment may have a drawing, which its author changes and takes away', async (t, world) => {
  const { admin, addUser } = world
  const { id } = await addAsset(admin)
  const url = `assets/${id}/comments`
  const hook = await addWebhook(admin, { trigger_events: ['ASSET_ADDED_COMMENT', 'ASSET_EDITED_COMMENT', 'ASSET_REMOVED_COMMENT'] })
  const others = ['line', 'rectangle', 'ellipse'].map((tool) => ({ ...arrow, tool }))
  const drawing = [arrow, ...others, pen(2000), pen(1)]
  const { comment } = await succeed(admin.post(url, { text: 'Here', time: 1, page: 2, area: { x: 0, y: 0, width: 1, height: 1 }, drawing }))
  t.strictSame(comment.drawing, drawing)
  t.strictSame((await succeed(admin.get(`${url}/${comment.id}`))), { comment })
  t.strictSame((await succeed(admin.get(url))).comments, [comment])
  const { comment: reply } = await succeed(admin.post(url, { text: 'No, here', reply_to: comment.id, drawing: [arrow] }))
  t.strictSame(reply.drawing, [arrow])
  t.equal((await succeed(admin.post(url, { text: 'x', drawing: null }))).comment.drawing, null)

  const { client } = await addUser()
  t.strictSame(outcome(await client.post(`${url}/${comment.id}`, { drawing: null })), REFUSED)
  const { comment: same } = await succeed(admin.post(`${url}/${comment.id}`, { drawing }))
  t.strictSame(same, comment, 'the same drawing is no event')
  const { comment: changed } = await succeed(admin.post(`${url}/${comment.id}`, { drawing: [arrow], text: 'There' }))
  t.match(changed, { text: 'There', drawing: [arrow] })
  const { comment: bare } = await succeed(admin.post(`${url}/${comment.id}`, { drawing: null }))
  t.equal(bare.drawing, null)
  const lines = (await admin.get('export')).text.trim().split('\n').map((line) => JSON.parse(line))
  t.strictSame(lines.find((line) => line.asset?.id === id).comments, (await succeed(admin.get(url))).comments)
  const sent = (await queuedFor(world, hook.id)).map(({ data }) => data.comment.drawing)
  t.strictSame(sent, [drawing, [arrow], null, [arrow], null])
  t.equal((await historyOf(admin, 'assets', id)).filter(({ event }) => event === 'ASSET_EDITED_COMMENT').length, 2)
})

onBothDatabases('Numbers of a drawing are kept to four digits, and colours in lower case', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  const { comment } = await succeed(admin.post(`assets/${id}/comments`, {
    text: 'x', drawing: [{ tool: 'line', color: '#ABCDEF', width: 0.0012345, points: [[1 / 3, 0.99999], [0, -0]] }]
  }))
  t.strictSame(comment.drawing, [{ tool: 'line', color: '#abcdef', width: 0.0012, points: [[0.3333, 1], [0, 0]] }])
}, {}, httpDialects)

onBothDatabases('What is no drawing is refused, and a comment on a project has none', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  const project = await addProject(admin)
  const url = `assets/${id}/comments`
  const { comment } = await succeed(admin.post(url, { text: 'x' }))
  const wrong: unknown[] = [
    [], {}, 'pen', 0, true, [null], [[]], [{}], [arrow, null],
    Array.from({ length: 101 }, () => arrow),
    [pen(2001)], [pen(2000), pen(2000), pen(1001)], [pen(0)],
    Array.from({ length: 100 }, () => pen(51)),
    [{ ...arrow, points: [[0, 0]] }], [{ ...arrow, points: [[0, 0], [1, 1], [1, 0]] }], [{ ...arrow, points: null }],
    ...[[0.1, -0.1], [0.1, 1.1], [0.1], [0.1, 0.1, 0.1], ['0', 0], [null, 0], { 0: 0, 1: 0, length: 2 }]
      .map((point) => [{ ...arrow, points: [point, [0, 0]] }]),
    ...['red', '#fff', '#gggggg', 'url(#x)', '#000000;', '#00000000', 0, null].map((color) => [{ ...arrow, color }]),
    ...[0, 0.0009, 0.0501, -1, '0.01', null].map((width) => [{ ...arrow, width }]),
    ...['brush', 'Pen', null, 'toString'].map((tool) => [{ ...arrow, tool }]),
    [{ ...arrow, opacity: 1 }], [{ tool: 'arrow', color: '#000000', points: arrow.points, opacity: 1 }],
    [{ tool: 'arrow', color: '#000000', width: 0.01 }]
  ]
  for (const drawing of wrong) {
    const name = JSON.stringify(drawing).slice(0, 100)
    for (const path of [url, `${url}/${comment.id}`]) {
      const { status, body } = await admin.post(path, { text: 'x', drawing })
      t.equal(status, 422, name)
      t.ok(body.error.startsWith("Invalid parameter 'drawing' value ") && body.error.endsWith(`: ${RULE}`), body.error)
    }
  }
  t.equal((await admin.send('POST', url, '{"text": "x", "drawing": [{"width": NaN}]}', { 'content-type': 'application/json' })).status, 422)
  const most = Array.from({ length: 100 }, () => pen(50))
  const bounds = [0.001, 0.05].map((width) => ({ ...arrow, width, points: [[0, 1], [1, 0]] }))
  for (const drawing of [most, bounds]) {
    t.strictSame((await succeed(admin.post(url, { text: 'x', drawing }))).comment.drawing, drawing)
  }
  t.equal((await succeed(admin.get(url))).comments.length, 3)

  const said = await succeed(admin.post(`projects/${project.id}/comments`, { text: 'x' }))
  t.equal(said.comment.drawing, null)
  for (const path of ['comments', `comments/${said.comment.id}`]) {
    t.strictSame(outcome(await admin.post(`projects/${project.id}/${path}`, { text: 'x', drawing: [arrow] })),
      { status: 422, body: { error: "Unknown parameter 'drawing'" } })
  }
}, {}, httpDialects)

/** Gives an asset comments with this many points, without the service. */
const fill = (world: World, itemId: string, comments: number, points: number) =>
  fillComments(world, itemId, comments, () => ({ drawing: JSON.stringify([pen(1)]), points }))

onBothDatabases('The drawings on an asset have at most 200,000 points together', async (t, world) => {
  const { admin } = world
  const { id } = await addAsset(admin)
  const url = `assets/${id}/comments`
  await fill(world, id, 40, 4999)
  const { comment } = await succeed(admin.post(url, { text: 'x', drawing: [pen(40)] }))
  t.strictSame(outcome(await admin.post(url, { text: 'x', drawing: [pen(1)] })), FULL)
  t.strictSame(outcome(await admin.post(`${url}/${comment.id}`, { drawing: [pen(41)] })), FULL)
  await succeed(admin.post(url, { text: 'Without one' }))
  await succeed(admin.post(`${url}/${comment.id}`, { drawing: [pen(39)] }))
  const { comment: last } = await succeed(admin.post(url, { text: 'x', drawing: [pen(1)] }))
  await succeed(admin.delete(`${url}/${last.id}`))
  const atOnce = await Promise.all(['x', 'y'].map((text) => admin.post(url, { text, drawing: [pen(1)] })))
  t.equal(atOnce.filter(({ body }) => body.comment !== undefined).length, 1, 'of two who draw at once, there is room for one')
  t.strictSame(atOnce.filter(({ body }) => body.comment === undefined).map(outcome), [FULL])
  await succeed(admin.post(`assets/${(await addAsset(admin)).id}/comments`, { text: 'x', drawing: [pen(2000)] }))
})

onBothDatabases('Comments with large drawings are listed whole, a page after the other', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  const url = `assets/${id}/comments`
  const drawing = [pen(2000), pen(2000), pen(1000)]
  const made = []
  for (let count = 0; count < 14; count++) {
    made.push((await succeed(admin.post(url, { text: String(count), ...count % 7 !== 0 && { drawing } }))).comment)
  }
  const listed = []
  for (let next: string | undefined = `${url}?limit=1000`; next !== undefined;) {
    const { body, headers, text }: Answer = await admin.get(next)
    t.ok(text.length < 1_200_000)
    listed.push(...body.comments)
    next = /^<\/api\/v2\/([^>]*)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
  }
  t.strictSame(listed, made)
})

onBothDatabases('Guests draw, and see neither mentions nor versions', async (t, world) => {
  const { admin } = world
  const id = await addFilm(world, 25)
  const link = await addLink(admin, `assets/${id}`, { comments: true })
  const guest = createGuest(world, link.token)
  const path = `shared/assets/${id}/comments`
  const { comment } = await succeed(guest.post(path, { name: 'Ann', text: 'Here', time: 1, drawing: [arrow] }))
  t.strictSame(Object.keys(comment), ['id', 'text', 'user_id', 'author', 'guest', 'internal', 'reply_to', 'time', 'duration',
    'page', 'area', 'drawing', 'version', 'done', 'created_at', 'updated_at'])
  t.strictSame(comment.drawing, [arrow])
  await succeed(admin.post(`assets/${id}/comments`, { text: 'You', drawing: [pen(2000)], mentions: [world.adminCaller.userId] }))
  const { comments } = await succeed(guest.get(path))
  t.strictSame(comments.map((each: object) => Object.keys(each)), [Object.keys(comment), Object.keys(comment)])
  t.strictSame(comments.map((each: any) => each.drawing), [[arrow], [pen(2000)]])
  for (const name of ['mentions', 'attachment_ids', 'media_id', 'internal']) {
    t.strictSame(outcome(await guest.post(path, { name: 'Ann', text: 'x', [name]: [] })),
      { status: 422, body: { error: `Unknown parameter '${name}'` } })
  }
  t.match((await guest.post(path, { name: 'Ann', text: 'x', drawing: [] })).body.error, RULE)
  const [ofGuest] = (await succeed(admin.get(`assets/${id}/comments`))).comments
  t.match(ofGuest, { drawing: [arrow], mentions: [], media_id: `f${id}` })
}, {}, httpDialects)

onBothDatabases('A comment says which file the asset had, also when that is gone', async (t, world) => {
  const { app, admin, adminCaller } = world
  const bare = await addAsset(admin)
  t.equal((await succeed(admin.post(`assets/${bare.id}/comments`, { text: 'x' }))).comment.media_id, null)
  const project = await addProject(admin)
  t.equal((await succeed(admin.post(`projects/${project.id}/comments`, { text: 'x' }))).comment.media_id, null)
  const id = await addFilm(world, 25)
  const { comment } = await succeed(admin.post(`assets/${id}/comments`, { text: 'x', time: 1, drawing: [arrow] }))
  t.equal(comment.media_id, (await succeed(admin.get(`assets/${id}/media`))).media[0].id)
  const second = await replaceFilm(world, id, { width: 1080, height: 1920 })
  t.strictSame((await succeed(admin.get(`assets/${id}/comments`))).comments, [comment], 'fractions have no shape')
  t.equal((await succeed(admin.post(`assets/${id}/comments`, { text: 'x', drawing: [arrow] }))).comment.media_id, second)
  await app.transact(adminCaller, async (tx) => {
    await tx.prisma.mediaFile.deleteMany({ where: { assetId: id } })
  })
  t.match((await succeed(admin.get(`assets/${id}/comments`))).comments, [comment, { media_id: second }])
  t.equal((await succeed(admin.post(`assets/${id}/comments`, { text: 'x' }))).comment.media_id, null)
})
