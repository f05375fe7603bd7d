import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/**
 * Takes files that are dropped anywhere on the page: a browser would open them instead. `inputs` are what `onDrop`
 * depends on. Returns whether files are over the page.
 */
export function useFileDrop (onDrop: (transfer: DataTransfer) => void, inputs: readonly unknown[] = []) {
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
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, inputs)
  return isOver
}
