import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { api, done } from '../api/client.ts'
import { queryOf } from '../find/words.ts'
import { tellFailure } from '../ui/notes.tsx'

interface ProjectFieldProps {
  readonly value: string | null
  readonly onChange: (id: string | null) => void
  readonly readOnly?: boolean
  /** A project that cannot be chosen, as a project cannot be inside itself. */
  readonly without?: string
  readonly label?: string
}

interface Choice { readonly id: string | null, readonly title: string, readonly where?: string }

const NONE: Choice = { id: null, title: 'No project' }
const PAUSE_MS = 150

/** Selects a project by its title: the list narrows while somebody types. */
export function ProjectField ({ value, onChange, readOnly = false, without, label = 'Project' }: ProjectFieldProps) {
  const id = useId()
  const title = useSignal('')
  /** The typed text; null while nobody types. */
  const text = useSignal<string | null>(null)
  const choices = useSignal<readonly Choice[]>([])
  const active = useSignal(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (value === null) title.value = ''
    else titleOf(value).then((found) => { title.value = found }, () => { title.value = value })
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function look (words: string): void {
    text.value = words
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      findProjects(words).then((found) => {
        choices.value = [NONE, ...found.filter((choice) => choice.id !== without)]
        active.value = words.trim() !== '' && choices.value.length > 1 ? 1 : 0
      }, tellFailure)
    }, text.value === '' ? 0 : PAUSE_MS)
  }

  function choose (choice: Choice | undefined): void {
    text.value = null
    choices.value = []
    if (choice === undefined) return
    title.value = choice.id === null ? '' : choice.title
    onChange(choice.id)
  }

  function onKeyDown (event: KeyboardEvent) {
    const isOpen = choices.value.length > 0
    const last = choices.value.length - 1
    if (event.key === 'ArrowDown') isOpen ? active.value = Math.min(last, active.value + 1) : look('')
    else if (event.key === 'ArrowUp' && isOpen) active.value = Math.max(0, active.value - 1)
    else if (event.key === 'Enter' && isOpen) choose(choices.value[active.value])
    else if (event.key === 'Escape' && isOpen) { event.stopPropagation(); choose(undefined) } else return
    event.preventDefault()
  }

  return (
    <div class='field combobox'>
      <label for={id}>{label}</label>
      <input
        id={id} type='text' role='combobox' autocomplete='off' spellcheck={false} readOnly={readOnly} placeholder='None'
        aria-expanded={choices.value.length > 0} aria-controls={`${id}-list`} aria-autocomplete='list'
        aria-activedescendant={choices.value.length > 0 ? `${id}-${active.value}` : undefined}
        value={text.value ?? title.value} onKeyDown={onKeyDown}
        onInput={(event) => look(event.currentTarget.value)} onClick={() => { if (!readOnly) look('') }}
        onBlur={() => choose(undefined)}
      />
      <ul id={`${id}-list`} role='listbox' aria-label='Choices' hidden={choices.value.length === 0}>
        {choices.value.map((choice, index) => (
          <li
            key={choice.id} id={`${id}-${index}`} role='option' aria-selected={index === active.value}
            onPointerDown={(event) => { event.preventDefault(); choose(choice) }}
          >
            {choice.title}{choice.where !== undefined && <span class='quiet'> in {choice.where}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

export async function titleOf (id: string): Promise<string> {
  return (await done(api.GET('/api/v2/projects/{project_id}', { params: { path: { project_id: id } } }))).project.title
}

async function findProjects (words: string): Promise<Choice[]> {
  const q = queryOf(words.replaceAll(/["*]/g, ' '))
  const query = { type: ['project' as const], limit: 20, ...q === '' ? { sort: 'title' as const } : { q } }
  const { results } = await done(api.GET('/api/v2/search', { params: { query } }))
  return results.flatMap(({ project }) => project === undefined ? [] : [{ id: project.id, title: project.title }])
}
