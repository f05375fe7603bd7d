import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useId, useLayoutEffect } from 'preact/hooks'
import { namedAt, peopleNamed } from './named.ts'
import type { Person } from './talk.ts'

interface PeopleProps {
  readonly field: { readonly current: HTMLTextAreaElement | HTMLInputElement | null }
  readonly text: Signal<string>
  readonly load: () => Promise<readonly Person[]>
  /** Told of everybody who was chosen. */
  readonly onChosen: (person: Person) => void
}

/** The people whom `@` and the letters after it may mean: arrow keys and Enter choose one, or a click. */
export function People ({ field, text, load, onChosen }: PeopleProps) {
  const people = useSignal<readonly Person[]>([])
  const at = useSignal(0)
  const isClosed = useSignal(false)
  const id = useId()
  useEffect(() => { load().then((found) => { people.value = found }, () => {}) }, [])
  const caret = field.current?.selectionStart ?? text.value.length
  const named = namedAt(text.value, caret)
  const found = named === null || isClosed.value ? [] : peopleNamed(people.value, named)
  const active = Math.min(at.value, found.length - 1)
  useEffect(() => {
    at.value = 0
    isClosed.value = false
  }, [named])

  function choose (person: Person): void {
    const begin = caret - named!.length
    text.value = `${text.value.slice(0, begin - 1)}@${person.name} ${text.value.slice(caret)}`
    onChosen(person)
    const place = begin + person.name.length + 1
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(place, place)
    })
  }
  // Before they are seen: Enter right after would begin a line.
  useLayoutEffect(() => {
    const input = field.current
    if (input === null || found.length === 0) return
    const onKey = (event: Event) => {
      const { key, ctrlKey, metaKey } = event as KeyboardEvent
      if (key === 'ArrowDown') at.value = (active + 1) % found.length
      else if (key === 'ArrowUp') at.value = (active + found.length - 1) % found.length
      else if (key === 'Escape') isClosed.value = true
      else if ((key === 'Enter' || key === 'Tab') && !ctrlKey && !metaKey) choose(found[active]!)
      else return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    input.addEventListener('keydown', onKey, { capture: true })
    input.setAttribute('aria-controls', id)
    input.setAttribute('aria-activedescendant', `${id}-${found[active]!.id}`)
    return () => {
      input.removeEventListener('keydown', onKey, { capture: true })
      input.removeAttribute('aria-controls')
      input.removeAttribute('aria-activedescendant')
    }
  })
  return (
    <>
      {/* Screen readers tell of what appears in it. */}
      <span class='hidden-text' role='status'>
        {found.length > 0 && `${found.length === 1 ? '1 person' : `${found.length} people`}: arrow keys and Enter choose`}
      </span>
      {found.length > 0 && (
        <div id={id} class='people' role='listbox' aria-label='People'>
          {found.map((person, index) => (
            <span
              key={person.id} id={`${id}-${person.id}`} role='option' aria-selected={index === active}
              onMouseDown={(event) => { event.preventDefault(); choose(person) }}
            >
              <bdi>{person.name}</bdi> <span class='quiet'>{person.email}</span>
            </span>
          ))}
        </div>
      )}
    </>
  )
}
