/** The kinds that are sent today, grouped. A webhook may have other kinds of the API, and keeps them. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  ASSET: ['ADDED', 'EDITED_METADATA', 'REMOVED', 'RESTORED', 'PURGED', 'LINKED', 'UNLINKED', 'STARTED_INGEST',
    'FINISHED_INGEST', 'UPDATED_INGEST', 'DOWNLOADED', 'ADDED_FIELD_GROUP', 'EDITED_FIELD_GROUP', 'REMOVED_FIELD_GROUP',
    'STARTED_ANALYSIS', 'FINISHED_ANALYSIS', 'FINISHED_IMAGE_THUMBNAIL', 'FINISHED_IMAGE_PREVIEW'],
  PROJECT: ['ADDED', 'EDITED_METADATA', 'REMOVED', 'RESTORED', 'PURGED', 'LINKED', 'UNLINKED', 'ADDED_FIELD_GROUP',
    'EDITED_FIELD_GROUP', 'REMOVED_FIELD_GROUP'],
  USER: ['LINKED', 'UNLINKED', 'ADDED', 'EDITED'],
  API_KEY: ['ADDED', 'REMOVED'],
  FIELD: ['ADDED', 'EDITED', 'REMOVED'],
  FIELD_GROUP: ['ADDED', 'EDITED', 'REMOVED'],
  NOTIFICATION: ['ADDED']
}

interface EventsProps {
  readonly value: readonly string[]
  readonly onChange: (events: readonly string[]) => void
}

/** Selects the kinds of events. */
export function EventsField ({ value, onChange }: EventsProps) {
  const known = new Set(Object.entries(KINDS).flatMap(([of, kinds]) => kinds.map((kind) => `${of}_${kind}`)))
  const others = value.filter((kind) => !known.has(kind))
  const toggle = (kind: string) =>
    onChange(value.includes(kind) ? value.filter((other) => other !== kind) : [...value, kind])
  return (
    <fieldset class='events'>
      <legend>Events</legend>
      {Object.entries(KINDS).map(([of, kinds]) => (
        <Kinds key={of} of={of} kinds={kinds.map((kind) => `${of}_${kind}`)} value={value} onToggle={toggle} onAll={onChange} />
      ))}
      {others.length > 0 && <p class='quiet'>And {others.join(', ')}.</p>}
    </fieldset>
  )
}

interface KindsProps {
  readonly of: string
  readonly kinds: readonly string[]
  readonly value: readonly string[]
  readonly onToggle: (kind: string) => void
  readonly onAll: (events: readonly string[]) => void
}

function Kinds ({ of, kinds, value, onToggle, onAll }: KindsProps) {
  const chosen = kinds.filter((kind) => value.includes(kind)).length
  const others = value.filter((kind) => !kinds.includes(kind))
  return (
    <details open={chosen > 0}>
      <summary>{of.toLowerCase().replaceAll('_', ' ')} <span class='quiet'>{chosen} of {kinds.length}</span></summary>
      <div class='kinds'>
        <button
          type='button' class='link' onClick={() => onAll(chosen === kinds.length ? others : [...others, ...kinds])}
        >
          {chosen === kinds.length ? 'None' : 'All'}
        </button>
        {kinds.map((kind) => (
          <label key={kind} class='check mono'>
            <input type='checkbox' checked={value.includes(kind)} onChange={() => onToggle(kind)} />{kind}
          </label>
        ))}
      </div>
    </details>
  )
}
