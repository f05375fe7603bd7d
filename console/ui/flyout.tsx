import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface FlyoutProps {
  /** What stands on the button. */
  readonly label: ComponentChildren
  readonly title: string
  readonly children: ComponentChildren
}

/** A button that shows something below itself, until one points elsewhere or presses Escape. */
export function Flyout ({ label, title, children }: FlyoutProps) {
  const isOpen = useSignal(false)
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen.value) return
    const onPointer = (event: PointerEvent) => {
      if (!whole.current!.contains(event.target as Node)) isOpen.value = false
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [isOpen.value])
  return (
    <div
      class='flyout' ref={whole}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen.value) return
        event.stopPropagation()
        isOpen.value = false
        button.current!.focus()
      }}
    >
      <button
        ref={button} type='button' class='button' title={title} aria-expanded={isOpen.value}
        onClick={() => { isOpen.value = !isOpen.value }}
      >
        {label}
      </button>
      {isOpen.value && <div class='flyout-panel'>{children}</div>}
    </div>
  )
}
