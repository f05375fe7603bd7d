import type { Asset } from '../api/client.ts'
import { DropFiles } from '../find/drop-files.tsx'
import { ItemScreen } from '../items/item-screen.tsx'
import { rightsOf } from '../items/rights.ts'
import { useItem } from '../items/use-item.ts'
import { Files, useAssetFiles } from './files.tsx'
import { Player } from './player.tsx'
import { FileFacts } from './file-facts.tsx'

/** The page of an asset: its picture, its details, and its history. */
export function AssetScreen ({ id }: { id: string }) {
  const editing = useItem('asset', id)
  const files = useAssetFiles(id, editing.heard)
  const item = editing.version.value?.item
  const mayAttach = item?.deleted === false && rightsOf('asset', item).change
  return (
    <>
      <ItemScreen
        editing={editing}
        front={(item) => (
          <>
            <Player files={files.files.value} asset={item as Asset} reload={files.reload} />
            <Files id={id} known={files} mayAttach={mayAttach} />
            <FileFacts id={id} files={files.files.value} />
          </>
        )}
      />
      {mayAttach && <DropFiles assetId={id} />}
    </>
  )
}
