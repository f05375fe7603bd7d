import { randomBytes } from 'node:crypto'
import { addAsset, succeed } from '#test/helper/items.js'
import { sha256 } from '../../../../helper/media/fetching.js'
import { startFileSender } from '../../../../helper/media/sender.js'
import { attachReady, onBothWithMedia } from '../../../../helper/media/world.js'

onBothWithMedia('An asset is found by the checksum and the name of its file', async (t, world) => {
  const bytes = randomBytes(1000)
  const sender = await startFileSender(t, { bytes })
  const { id } = await addAsset(world.admin)
  const find = async (query: string) =>
    (await succeed(world.admin.get(`assets?${query}`))).assets.map((asset: any) => asset.id)
  t.strictSame(await find(`checksum=${sha256(bytes)}`), [])
  await attachReady(world.admin, id, sender.url, 'Final_Cut.mov')
  for (
    const query of [`checksum=${sha256(bytes)}`, 'q=final+mov', 'media_type=live',
      'created_from=2020-01-01&created_to=2999-01-01', 'modified_from=2020-01-01T00:00:00%2B02:00']
  ) t.strictSame(await find(query), [id], query)
  for (
    const query of [`checksum=${sha256(bytes).toUpperCase()}`, 'media_type=placeholder', 'created_to=2020-01-01',
      'created_from=2999-01-01', 'modified_to=2020-01-01', 'modified_from=2999-01-01']
  ) t.strictSame(await find(query), [], query)
  await succeed(world.admin.delete(`assets/${id}`))
  t.strictSame(await find(`checksum=${sha256(bytes)}&deleted=any`), [])
})
