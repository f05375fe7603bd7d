import { COMMENTS_JOB } from '#src/comments/release.js'
import { inOneApp } from '#test/helper/app.js'
import { fillComments } from '#test/helper/fill.js'
import { addAsset, addItemTo, addProject, succeed } from '#test/helper/items.js'

const onBothDatabases = inOneApp()

/** More than one transaction removes, by far. */
const MANY = 3500

onBothDatabases('Deleting an item for good removes a thousand comments; a job removes the others, a thousand at a time', async (t, world) => {
  const { app, admin, adminCaller } = world
  const { accountId } = adminCaller
  const project = await addProject(admin)
  const { id } = await addItemTo(admin, 'assets', project.id)
  const other = await addAsset(admin)
  await succeed(admin.post(`assets/${other.id}/comments`, { text: 'Stays' }))
  await fillComments(world, id, MANY)
  const left = () => app.database.reads.prisma.comment.count({ where: { accountId } })
  await succeed(admin.delete(`projects/${project.id}`))
  t.equal(await left(), MANY - 1000 + 1)
  t.equal((await admin.get(`assets/${id}/comments`)).status, 404)
  const job = app.jobs.find(({ name }) => name === COMMENTS_JOB)!
  const counts: number[] = []
  // Asks after each piece.
  const asked: Array<Promise<void>> = []
  await job.run(new AbortController().signal, () => { asked.push(left().then((count) => { counts.push(count) })) })
  await Promise.all(asked)
  t.equal(await left(), 1)
  t.ok(counts.length >= 3, `${counts.length} pieces`)
  t.equal(await app.database.reads.prisma.commentLeftover.count(), 0)
  await succeed(admin.delete(`assets/${other.id}`))
  t.strictSame([await left(), await app.database.reads.prisma.commentLeftover.count()], [0, 0], 'a few go at once')
})
