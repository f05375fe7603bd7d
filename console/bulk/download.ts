import { request } from '../api/client.ts'
import { reachable } from '../api/home.ts'
import type { Found } from '../find/results.ts'
import { tell } from '../ui/notes.tsx'
import { bytes, count } from '../ui/words.ts'

const MOST = 1000

interface Download { readonly url: string, readonly files: number, readonly size: number }

/** Downloads the files of the selected assets as one ZIP, which the service makes while it is read. */
export async function downloadFiles (chosen: readonly Found[]): Promise<void> {
  const ids = chosen.filter(({ type }) => type === 'asset').map(({ item }) => item.id)
  if (ids.length === 0) throw new Error('No asset is chosen.')
  if (ids.length > MOST) throw new Error(`At most ${count(MOST, 'asset')} are downloaded at once.`)
  const { download: { url, files, size } } = await request<{ download: Download }>('POST', '/api/v2/downloads', { asset_ids: ids })
  Object.assign(document.createElement('a'), { href: reachable(url), download: '' }).click()
  tell(`${count(files, 'file')}, ${bytes(size)}, come as one ZIP.`)
}
