import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'

interface DropZoneProps {
  readonly onDrop: (transfer: DataTransfer) => void
  readonly children: ComponentChildren
}

/** Takes what is dropped anywhere on the page: a browser would open it instead. */
export function DropZone ({ onDrop, children }: DropZoneProps) {
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
      onDrop(event.dataTransfer!)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])
  return <section class={isOver.value ? 'drop-zone over' : 'drop-zone'} aria-label='Send files'>{children}</section>
}
