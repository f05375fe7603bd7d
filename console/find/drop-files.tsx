import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { sendPicked } from '../items/folders.ts'
import { sendFile } from '../items/sendings.ts'
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
  const isOver = useSignal(false)
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      isOver.value = true
    }
    const leave = (event: DragEvent) => { if (event.relatedTarget === null) isOver.value = false }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      isOver.value = false
      const transfer = event.dataTransfer!
      if (assetId === undefined) pickedOf(transfer).then((picked) => sendPicked(picked, projectId), tellFailure)
      else if (transfer.files[0] !== undefined) sendFile(transfer.files[0], assetId)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [assetId, projectId])
  if (!isOver.value) return null
  return (
    <div class='drop-here' aria-hidden='true'>
      {assetId === undefined ? 'Drop files: each becomes an asset' : 'Drop a file: it becomes that of this asset'}
    </div>
  )
}
