import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { mayWrite } from '../api/session.ts'
import { Lazy } from '../ui/lazy.tsx'
import { isFor, type Chosen } from './chosen.ts'
import { loadStartable, startable } from './startable.ts'

const loadDialog = async () => (await import('./start-dialog.tsx')).StartDialog

interface ButtonProps {
  readonly chosen: Chosen
  readonly class?: string
  /** What stands on the button. */
  readonly children?: ComponentChildren
}

/** Starts an action for what is chosen. Where none fits there is no button. */
export function ActionsButton ({ chosen, class: look = 'button', children = 'Actions' }: ButtonProps) {
  const isAsked = useSignal(false)
  useEffect(() => { if (mayWrite.value) loadStartable() }, [])
  const isShown = (startable.value ?? []).some((action) => isFor(action, chosen))
  return (
    <>
      {isShown && <button type='button' class={look} onClick={() => { isAsked.value = true }}>{children}</button>}
      {isAsked.value && <Lazy load={loadDialog} props={{ chosen, onClose: () => { isAsked.value = false } }} />}
    </>
  )
}
