import { api, done } from '../api/client.ts'
import { reachable } from '../api/home.ts'
import type { Found } from '../find/results.ts'
import { tell } from '../ui/notes.tsx'
import { bytes, count } from '../ui/words.ts'
import { assetsAmong } from './assets-among.ts'

/** Downloads the files of the selected assets as one ZIP, which the service makes while it is read. */
export async function downloadFiles (chosen: readonly Found[]): Promise<void> {
  const ids = assetsAmong(chosen, 'downloaded').map(({ id }) => id)
  const { download: { url, files, size } } = await done(api.POST('/api/v2/downloads', { body: { asset_ids: ids } }))
  Object.assign(document.createElement('a'), { href: reachable(url), download: '' }).click()
  tell(`${count(files, 'file')}, ${bytes(size)}, come as one ZIP.`)
}
