import { useSignal } from '@preact/signals'
import { kindsByThing, type EventKind, type Kind } from './kinds.ts'

interface EventsProps {
  readonly value: readonly EventKind[]
  readonly onChange: (events: EventKind[]) => void
  readonly legend?: string
  /** Only these can be chosen. */
  readonly isOffered?: (kind: EventKind) => boolean
}

const things = kindsByThing()

/** Selects the kinds of events, which a word of theirs finds. */
export function EventsField ({ value, onChange, legend = 'Events', isOffered = () => true }: EventsProps) {
  const search = useSignal('')
  const wanted = search.value.toLowerCase().split(/[\s_]+/).filter((word) => word !== '')
  const toggle = (kind: EventKind) =>
    onChange(value.includes(kind) ? value.filter((other) => other !== kind) : [...value, kind])
  const found = things
    .map(([of, kinds]) => [of, kinds.filter((kind) => isOffered(kind.name) && isFound(of, kind, wanted))] as const)
    .filter(([, kinds]) => kinds.length > 0)
  return (
    <fieldset class='events'>
      <legend>{legend}</legend>
      <label class='field'>
        <span>Search events</span>
        <input
          type='search' autocomplete='off' value={search.value} placeholder='comment, link, file …'
          onInput={(event) => { search.value = event.currentTarget.value }}
          // It would save the webhook.
          onKeyDown={(event) => { if (event.key === 'Enter') event.preventDefault() }}
        />
      </label>
      {found.map(([of, kinds]) => (
        <Kinds
          key={of} of={of} kinds={kinds} value={value} isSearched={wanted.length > 0} onToggle={toggle} onAll={onChange}
        />
      ))}
      {found.length === 0 && <p class='quiet'>There is no such event.</p>}
    </fieldset>
  )
}

function isFound (of: string, { name, words }: Kind, wanted: readonly string[]): boolean {
  const text = `${of} ${words} ${name}`.toLowerCase()
  return wanted.every((word) => text.includes(word))
}

interface KindsProps {
  readonly of: string
  readonly kinds: readonly Kind[]
  readonly value: readonly EventKind[]
  readonly isSearched: boolean
  readonly onToggle: (kind: EventKind) => void
  readonly onAll: (events: EventKind[]) => void
}

function Kinds ({ of, kinds, value, isSearched, onToggle, onAll }: KindsProps) {
  const names = kinds.map(({ name }) => name)
  const chosen = names.filter((name) => value.includes(name)).length
  const others = value.filter((kind) => !names.includes(kind))
  return (
    <details open={isSearched || chosen > 0}>
      <summary>{of} <span class='quiet'>{chosen} of {kinds.length}</span></summary>
      <div class='kinds'>
        <button
          type='button' class='link' onClick={() => onAll(chosen === names.length ? others : [...others, ...names])}
        >
          {chosen === names.length ? 'None' : 'All'}
        </button>
        {kinds.map(({ name, words }) => (
          <label key={name} class='check'>
            <input type='checkbox' checked={value.includes(name)} onChange={() => onToggle(name)} />
            <span>{words} <span class='quiet mono'>{name}</span></span>
          </label>
        ))}
      </div>
    </details>
  )
}
