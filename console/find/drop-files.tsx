import { sendPicked } from '../items/folders.ts'
import { sendFile } from '../items/sendings.ts'
import { useFileDrop } from '../ui/file-drop.ts'
import { tellFailure } from '../ui/notes.tsx'
import { pickedOf } from '../ui/picked.ts'

interface DropProps {
  /** The asset that takes the file; without one, each file becomes an asset. */
  readonly assetId?: string
  /** The project of new assets. */
  readonly projectId?: string | null
}

/** Takes files that are dropped anywhere on the page. */
export function DropFiles ({ assetId, projectId = null }: DropProps) {
  const isOver = useFileDrop((transfer) => {
    if (assetId === undefined) pickedOf(transfer).then((picked) => sendPicked(picked, projectId), tellFailure)
    else if (transfer.files[0] !== undefined) sendFile(transfer.files[0], assetId)
  }, [assetId, projectId])
  if (!isOver.value) return null
  return (
    <div class='drop-here' aria-hidden='true'>
      {assetId === undefined ? 'Drop files: each becomes an asset' : 'Drop a file: it becomes that of this asset'}
    </div>
  )
}
