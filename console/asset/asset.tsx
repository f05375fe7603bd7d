import type { Asset } from '../api/client.ts'
import { DropFiles } from '../find/drop-files.tsx'
import { ItemScreen } from '../items/item-screen.tsx'
import { rightsOf } from '../items/rights.ts'
import { useItem } from '../items/use-item.ts'
import { Files, useAssetFiles } from './files.tsx'
import { Player } from './player.tsx'
import { newestReady } from '../items/previews.ts'
import { Lazy } from '../ui/lazy.tsx'
import { FileFacts } from './file-facts.tsx'

const loadVersions = async () => (await import('../film/versions.tsx')).Versions

/** The page of an asset: its picture, its details, and its history. */
export function AssetScreen ({ id }: { id: string }) {
  const editing = useItem('asset', id)
  const files = useAssetFiles(id, editing.heard)
  const item = editing.version.value?.item
  const mayAttach = item?.deleted === false && rightsOf('asset', item).change
  const file = newestReady(files.files.value ?? [])
  const versions = file === undefined ? null : { id, file, mayRestore: mayAttach, onRestored: files.reload }
  return (
    <>
      <ItemScreen
        editing={editing} fileId={file?.id}
        front={(item) => (
          <>
            <Player files={files.files.value} asset={item as Asset} reload={files.reload} />
            <Files id={id} known={files} mayAttach={mayAttach} />
            {versions !== null && <Lazy load={loadVersions} props={versions} />}
            <FileFacts id={id} files={files.files.value} />
          </>
        )}
      />
      {mayAttach && <DropFiles assetId={id} />}
    </>
  )
}
