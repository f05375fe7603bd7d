import { NoFileReady } from '../errors.js'
import { isRelativePath } from '../locations/paths.js'
import { namesInZip } from '../media/bundles/names.js'
import type { Folder } from './choose.js'
import { reasons } from './errors.js'
import type { Source } from './sources.js'

/** A file of an eject that is to be made. */
export interface PlannedFile {
  readonly assetId: string
  readonly fileId: string | null
  /** Below the folder of the eject. */
  readonly path: string
  readonly size: number
  /** Null if it can be written. */
  readonly error: string | null
}

/** A title as the name of a folder. */
export function folderName (title: string): string {
  return namesInZip([withoutSlashes(title)])[0]!
}

/** Slashes in a title make no folders. */
const withoutSlashes = (title: string) => title.replace(/[/\\]/g, '_')

/**
 * Where the files of assets go, by the folders that these are in. In a folder every name is there once, whatever the
 * case. `above` are the folders above all of them.
 */
export function planFiles (
  root: Folder, sources: ReadonlyMap<string, Source>, above: readonly string[]
): PlannedFile[] {
  const planned: PlannedFile[] = []
  const waiting: Array<{ readonly folder: Folder, readonly path: string }> = [{ folder: root, path: '' }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { folder, path } = next
    const within = (name: string) => path === '' ? name : `${path}/${name}`
    const found = folder.assets.flatMap((id) => sources.get(id) ?? [])
    const titles = folder.folders.map(({ title }) => withoutSlashes(title))
    const names = namesInZip([...titles, ...found.map(({ filename }) => filename)])
    for (const [index, source] of found.entries()) {
      const file = within(names[titles.length + index]!)
      const error = isRelativePath([...above, file].join('/')) ? null : reasons.path
      planned.push({ assetId: source.asset_id, fileId: source.file_id, path: file, size: source.size, error })
    }
    for (const id of folder.assets) {
      if (!sources.has(id)) planned.push({ assetId: id, fileId: null, path: '', size: 0, error: new NoFileReady().message })
    }
    waiting.push(...folder.folders.map((each, index) => ({ folder: each, path: within(names[index]!) })).reverse())
  }
  return planned
}
