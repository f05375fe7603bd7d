import type { Folder } from './address.ts'
import type { SharedAsset } from './api.ts'

export interface Level {
  /** The folders in it, each with the number of assets at all depths. */
  readonly folders: ReadonlyArray<readonly [title: string, count: number]>
  readonly assets: readonly SharedAsset[]
}

/** What a folder shows of these assets. Projects of one title, side by side, are one folder: guests see only titles. */
export function levelOf (assets: readonly SharedAsset[], folder: Folder): Level {
  const counts = new Map<string, number>()
  const here = []
  for (const asset of assets) {
    const path = asset.path ?? []
    if (folder.some((title, depth) => title !== path[depth])) continue
    const below = path[folder.length]
    if (below === undefined) here.push(asset)
    else counts.set(below, (counts.get(below) ?? 0) + 1)
  }
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  return { folders: [...counts].sort(([one], [other]) => compare(one, other)), assets: here }
}
