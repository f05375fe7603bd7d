import { emptyMetadata } from '#src/media/analysis/task.js'
import type { World } from './app.js'
import { addAsset } from './items.js'

const metadata = {
  ...emptyMetadata('video/mp4'), container: 'mp4', width: 640, height: 480, duration: 1.5, video_codec: 'avc'
}

/** An asset with a film of this frame rate, as its analysis would store it: its file is `f` and the asset's id. */
export async function addFilm (
  world: World, frameRate: number | null, { title = 'The\ncut', ...more }: { title?: string, [name: string]: unknown } = {}
): Promise<string> {
  const { id } = await addAsset(world.admin, { title })
  await addFile(world, id, id, { frame_rate: frameRate, ...more })
  return id
}

/** Puts another film in place of that of `addFilm`. Returns the id of its file. */
export async function replaceFilm (world: World, assetId: string, more: object): Promise<string> {
  await world.app.transact(world.adminCaller, (tx) =>
    tx.prisma.mediaFile.updateMany({ where: { assetId }, data: { status: 'replaced' } }))
  return addFile(world, assetId, `${assetId}-2`, { frame_rate: 25, ...more })
}

async function addFile ({ app, adminCaller }: World, assetId: string, name: string, more: object): Promise<string> {
  const id = `f${name}`
  await app.transact(adminCaller, async (tx) => {
    const blob = await tx.prisma.mediaBlob.create({
      data: { id: `b${name}`, sha256: name, size: 1, key: name, createdAt: tx.time, metadata: JSON.stringify({ ...metadata, ...more }) }
    })
    const file = { accountId: adminCaller.accountId, userId: adminCaller.userId, status: 'ready' }
    await tx.prisma.mediaFile.create({
      data: { ...file, id, assetId, filename: 'a.mov', sourceUrl: '', blobId: blob.id, createdAt: tx.time }
    })
    await tx.prisma.mediaAnalysis.create({ data: { ...file, id, status: 'done' } })
  })
  return id
}
