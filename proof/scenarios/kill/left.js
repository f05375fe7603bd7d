import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { checkFiles } from '#proof/harness/checks.js'
import { eventually } from '#proof/harness/waiting.js'

const LONG_AGO_S = 3 * 60 * 60

/** Checks that temporary files of killed processes are removed when they are old, and that nothing else is left. */
export async function checkLeft ({ database, folder, start }) {
  const incoming = join(folder, 'media/incoming')
  const longAgo = Date.now() / 1000 - LONG_AGO_S
  for (const name of readdirSync(incoming)) utimesSync(join(incoming, name), longAgo, longAgo)
  const service = await start()
  const broken = []
  await eventually('what kills have left is removed', () => readdirSync(incoming).length === 0)
    .catch(() => { broken.push(`left: ${readdirSync(incoming)}`) })
  await eventually('what is not needed is removed', async () =>
    (await database.query('SELECT key FROM media_removals')).length === 0)
  await service.stop()
  return [...broken, ...await checkFiles({ databaseUrl: database.url, folder })]
}
