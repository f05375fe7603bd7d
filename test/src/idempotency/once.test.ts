import { describeRequest } from '#src/idempotency/answers.js'
import { createOnce } from '#src/idempotency/once.js'
import { Overloaded } from '#src/errors.js'
import { onBothDatabases } from '../../helper/app.js'
import { addAsset, readItem } from '../../helper/items.js'

onBothDatabases('A change whose answer is not made in time is undone, and its caller is told to come again', async (t, { app, admin, adminCaller }) => {
  const { id } = await addAsset(admin, { title: 'Before' })
  const { once, finish } = createOnce(describeRequest({
    ...adminCaller, method: 'POST', url: '/', key: 'k', body: {}
  }), 50)
  const update = app.transact({ ...adminCaller, once }, async (tx) => {
    await tx.prisma.asset.update({ where: { id }, data: { title: 'After' } })
    return 'done'
  })
  t.equal(await update, 'done')
  await new Promise((resolve) => setTimeout(resolve, 100))
  await t.rejects(finish({ status: 200, body: '{}' }), new Overloaded())
  t.equal((await readItem(admin, 'assets', id)).title, 'Before')
})
