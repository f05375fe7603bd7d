import { useSignal } from '@preact/signals'
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { keyOf } from './keys.ts'

export interface Tab {
  readonly name: string
  /** Called when it is shown for the first time, and from then on. */
  readonly content: () => ComponentChildren
}

/** One of several parts at a time, the first at first. What was shown once keeps what was typed in it. */
export function Tabs ({ label, tabs }: { label: string, tabs: readonly Tab[] }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const chosen = useSignal('')
  const opened = useRef(new Set<string>())
  // A part that is gone gives its place to the first.
  const current = (tabs.find(({ name }) => name === chosen.value) ?? tabs[0]!).name
  opened.current.add(current)

  function onKey (event: TargetedKeyboardEvent<HTMLDivElement>): void {
    const at = tabs.findIndex(({ name }) => name === current)
    const places: Readonly<Record<string, number>> =
      { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }
    const place = places[keyOf(event)]
    if (place === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const next = place % tabs.length
    chosen.value = tabs[next]!.name
    list.current!.querySelectorAll<HTMLElement>('[role=tab]')[next]!.focus()
  }

  return (
    <div class='tabs'>
      <div class='tab-list' role='tablist' aria-label={label} ref={list} onKeyDown={onKey}>
        {tabs.map(({ name }) => (
          <button
            key={name} type='button' role='tab' id={`${id}-${name}`} aria-controls={`${id}-${name}-panel`}
            aria-selected={name === current} tabIndex={name === current ? 0 : -1}
            onClick={() => { chosen.value = name }}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ name, content }) => (
        <div
          key={name} class='tab-panel' role='tabpanel' id={`${id}-${name}-panel`} aria-labelledby={`${id}-${name}`}
          hidden={name !== current}
        >
          {opened.current.has(name) && content()}
        </div>
      ))}
    </div>
  )
}
