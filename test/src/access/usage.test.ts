import { createUsers } from '#src/access/users.js'
import { saveKeyUsage } from '#src/access/usage.js'
import { createClient, onBothDatabases } from '../../helper/app.js'

onBothDatabases('The time of the last use of a key is stored', async (t, { app, adminCaller }) => {
  const users = createUsers(app)
  const [used, unused] = [await users.addKey({ email: adminCaller.email }),
    await users.addKey({ email: adminCaller.email })]
  const lastUse = async (id: number) => (await users.listKeys()).find((key) => key.id === id)!.last_used_at
  const before = Date.now()
  t.equal((await createClient(app, used.api_key).get('projects')).status, 200)
  await saveKeyUsage(app)
  t.ok(Date.parse((await lastUse(used.id))!) >= before)
  t.equal(await lastUse(unused.id), null)
  const first = await lastUse(used.id)
  await saveKeyUsage(app)
  t.equal(await lastUse(used.id), first, 'it stays the same without a new use')
})
