import type { ComponentChildren } from 'preact'
import { useFileDrop } from '../../ui/file-drop.ts'

interface DropZoneProps {
  readonly onDrop: (transfer: DataTransfer) => void
  readonly children: ComponentChildren
}

/** Takes what is dropped anywhere on the page: a browser would open it instead. */
export function DropZone ({ onDrop, children }: DropZoneProps) {
  const isOver = useFileDrop(onDrop)
  return <section class={isOver.value ? 'drop-zone over' : 'drop-zone'} aria-label='Send files'>{children}</section>
}
