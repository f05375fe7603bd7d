import { systemCaller } from '#src/core/caller.js'
import { onBothDatabases } from '#test/helper/app.js'
import { addItemTo, addProject, succeed } from '#test/helper/items.js'

onBothDatabases('scratch', async (t, { app, admin, adminCaller, addUser }) => {
  const free = await addUser({ access: 'projects' })
  const { accountId } = adminCaller
  const assets: string[] = []
  for (let p = 0; p < 50; p++) {
    const project = await addProject(admin)
    if (p % 2 === 0) await succeed(admin.post(`projects/${project.id}/members`, { user_id: free.id }))
    for (let a = 0; a < 20; a++) assets.push((await addItemTo(admin, 'assets', project.id)).id)
  }
  const users = Array.from({ length: 999 }, (_, i) => i + 100000)
  for (let k = 0; k < 1000; k++) {
    await app.transact(systemCaller(), (tx) => tx.prisma.notification.createMany({
      data: [free.id, ...users].map((userId) => ({ accountId, userId, kind: 'reply', actorId: 1, itemType: 'asset', itemId: assets[k]!, commentId: k, targets: JSON.stringify({ asset_id: assets[k], comment_id: k }), text: 'x'.repeat(200), createdAt: new Date() }))
    }))
  }
  const total = await app.database.reads.prisma.notification.count()
  for (const query of ['notifications?limit=100', 'notifications?limit=100&unread=true']) {
    const times: number[] = []
    for (let i = 0; i < 100; i++) {
      const start = performance.now()
      const answer = await free.client.get(query)
      times.push(performance.now() - start)
      if (i === 0) t.equal(answer.body.notifications.length, 100), console.error(answer.body.unread)
    }
    times.sort((a, b) => a - b)
    console.error(query, total, 'p50', times[50]!.toFixed(2), 'p95', times[95]!.toFixed(2))
  }
})
