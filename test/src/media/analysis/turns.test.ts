import { pino } from 'pino'
import { buildApp } from '#src/app.js'
import { openDatabase } from '#src/database/database.js'
import { neverOverloaded, type Client } from '../../../helper/app.js'
import { addAsset } from '../../../helper/items.js'
import { askForUrl, listen } from '../../../helper/sending.js'
import { analysedMedia, onBothWithMedia, readUntil, settledMedia } from '../../../helper/media/world.js'

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
  await Promise.all(Array.from({ length: MANY }, (_, index) => bring(world.admin, `Note ${index}`)))
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
    const { prisma } = world.app.database.reads
    const select = { accountId: true, status: true, leaseToken: true }
    await readUntil(() => prisma.mediaAnalysis.findMany({ select }), (files) => {
      const begun = files.filter(({ status, leaseToken }) => status !== 'pending' || leaseToken !== null)
      const ofMany = begun.filter(({ accountId }) => accountId === world.adminCaller.accountId)
      if (ofMany.length > 1 && ofMany.length === begun.length) t.fail(`${ofMany.length} files came before it`)
      return files.every(({ status }) => status === 'unsupported')
    })
    t.match(await analysedMedia(stranger, theirs), [{ analysis: 'unsupported' }])
  } finally {
    await other.close()
  }
})
