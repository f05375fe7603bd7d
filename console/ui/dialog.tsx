import { signal } from '@preact/signals'
import { createPortal } from 'preact/compat'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { focusFirst } from './first-focus.ts'
import { Icon } from './icon.tsx'

/** The number of open dialogs. Everything behind them is inert. */
export const dialogs = signal(0)

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly wide?: boolean
  readonly children: ComponentChildren
}

/**
 * A modal dialog, which begins with its first field or its main button. Escape closes it, and the focus returns to
 * where it was.
 */
export function Dialog ({ title, onClose, wide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    dialog.current!.showModal()
    const end = focusFirst(dialog.current!)
    dialogs.value++
    return () => {
      end()
      dialogs.value--
      before?.focus()
    }
  }, [])
  return createPortal(
    <dialog
      ref={dialog} class={wide ? 'dialog wide' : 'dialog'} aria-labelledby={id}
      onCancel={(event) => { event.preventDefault(); onClose() }}
    >
      <div class='dialog-head'>
        <h2 id={id}>{title}</h2>
        <button type='button' class='icon-button' onClick={onClose}>
          <Icon name='close' /><span class='hidden-text'>Close</span>
        </button>
      </div>
      <div class='dialog-body stack'>{children}</div>
    </dialog>,
    document.body
  )
}
