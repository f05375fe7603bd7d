import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { place } from '../shell/place.ts'
import { Icon } from '../ui/icon.tsx'
import { keyOf } from '../ui/keys.ts'
import { setParam } from './query.ts'
import { queryOf, typedOf } from './words.ts'

/** Debounce while somebody types. */
const PAUSE_MS = 180

/** The field for words. The results follow while somebody types. */
export function SearchField ({ onDown }: { onDown: () => void }) {
  const inAddress = place.value.params.get('q') ?? ''
  const text = useSignal(typedOf(inAddress))
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (document.activeElement !== input.current) text.value = typedOf(inAddress)
  }, [inAddress])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (keyOf(event) !== '/' || isTyping(event.target)) return
      event.preventDefault()
      input.current!.select()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      clearTimeout(timer.current)
    }
  }, [])

  const apply = (typed: string) => {
    clearTimeout(timer.current)
    const value = queryOf(typed)
    if (value !== (place.value.params.get('q') ?? '')) setParam('q', value, { replace: inAddress !== '' })
  }

  return (
    <form role='search' class='search' onSubmit={(event) => { event.preventDefault(); apply(text.value) }}>
      <label class='hidden-text' for='search'>Search</label>
      <Icon name='search' />
      <input
        ref={input} id='search' type='search' autocomplete='off' spellcheck={false} maxLength={1000}
        placeholder='Words, "two words", -without' value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value
          clearTimeout(timer.current)
          timer.current = setTimeout(() => apply(text.value), PAUSE_MS)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          onDown()
        }}
      />
      <kbd aria-hidden='true'>/</kbd>
    </form>
  )
}

/** Whether keys are text for this element. */
export function isTyping (target: EventTarget | null): boolean {
  return target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
