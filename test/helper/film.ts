import { emptyMetadata } from '#src/media/analysis/task.js'
import type { World } from './app.js'
import { addAsset } from './items.js'

const metadata = {
  ...emptyMetadata('video/mp4'), container: 'mp4', width: 640, height: 480, duration: 1.5, video_codec: 'avc'
}

/** An asset with a film of this frame rate, as its analysis would store it: its file is `f` and the asset's id. */
export async function addFilm (
  { app, admin, adminCaller }: World, frameRate: number | null, { title = 'The\ncut', ...more }: { title?: string, [name: string]: unknown } = {}
): Promise<string> {
  const { id } = await addAsset(admin, { title })
  await app.transact(adminCaller, async (tx) => {
    const blob = await tx.prisma.mediaBlob.create({
      data: { id: `b${id}`, sha256: id, size: 1, key: id, createdAt: tx.time, metadata: JSON.stringify({ ...metadata, frame_rate: frameRate, ...more }) }
    })
    const file = { accountId: adminCaller.accountId, userId: adminCaller.userId, status: 'ready' }
    await tx.prisma.mediaFile.create({
      data: { ...file, id: `f${id}`, assetId: id, filename: 'a.mov', sourceUrl: '', blobId: blob.id, createdAt: tx.time }
    })
    await tx.prisma.mediaAnalysis.create({ data: { ...file, id: `f${id}`, status: 'done' } })
  })
  return id
}
