import { pino } from 'pino'
import { buildApp } from '#src/app.js'
import { openDatabase } from '#src/database/database.js'
import { neverOverloaded, type Client } from '../../../helper/app.js'
import { addAsset } from '../../../helper/items.js'
import { askForUrl, listen } from '../../../helper/sending.js'
import { analysedMedia, onBothWithMedia, settledMedia } from '../../../helper/media/world.js'

/** The waiting files of one account. */
const MANY = 5

onBothWithMedia('Many waiting files of one account do not delay a file of another account', async (t, world) => {
  const { send } = await listen(world)
  const bring = async (client: Client, text: string): Promise<string> => {
    const { id } = await addAsset(client)
    const bytes = Buffer.from(text)
    await send('PUT', await askForUrl(client, id, { filename: 'note.txt', size: bytes.length }), {}, bytes)
    await settledMedia(client, id)
    return id
  }
  const many = await Promise.all(Array.from({ length: MANY }, (_, index) => bring(world.admin, `Note ${index}`)))
  const { client: stranger } = await world.addStranger()
  const theirs = await bring(stranger, 'Note of a stranger')

  const { config, url } = world
  // Another process, which analyses the waiting files.
  const other = await buildApp({
    config: { ...config, MEDIA_ANALYSIS_PARALLEL: 1 },
    database: await openDatabase(url),
    logger: pino({ level: 'silent' }),
    overload: neverOverloaded
  })
  try {
    await other.ready()
    t.match(await analysedMedia(stranger, theirs), [{ analysis: 'unsupported' }])
    for (const id of many) await analysedMedia(world.admin, id)
    const ended = await world.app.database.reads.prisma.historyEntry.findMany({
      where: { event: 'ASSET_FINISHED_ANALYSIS' }, orderBy: { id: 'asc' }, select: { assetId: true }
    })
    const place = ended.findIndex(({ assetId }) => assetId === theirs)
    t.ok(place >= 0 && place <= 1, `${place} files came before it`)
  } finally {
    await other.close()
  }
})
