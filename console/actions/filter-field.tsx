import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { read, urlOf, type ItemType } from '../api/client.ts'
import { FilterFields } from '../find/filters.tsx'
import { countedFields, groups, loadGroups } from '../find/names.ts'
import { facetsOf, type Facet } from '../find/results.ts'
import { ProjectField } from '../items/project-field.tsx'
import { TagsField } from '../items/tags-field.tsx'
import { tellFailure } from '../ui/notes.tsx'
import { count } from '../ui/words.ts'

const FACETS = ['category', 'owner', 'status']

interface FilterProps {
  readonly type: ItemType
  readonly params: Signal<URLSearchParams>
}

/** The filters that an item has to match: those of a search, and tags and projects by name. */
export function FilterField ({ type, params }: FilterProps) {
  const counts = useSignal<Readonly<Record<string, Facet>>>({})
  useEffect(() => { loadGroups().catch(tellFailure) }, [])
  useEffect(() => {
    if (groups.value === null) return
    const facets = [...FACETS, ...countedFields().map(({ id }) => `field.${id}`)] as never
    read(urlOf('/api/v2/search', { query: { type: [type], facets, limit: 1 } })).then(
      ({ data }) => { counts.value = facetsOf(data) }, tellFailure)
  }, [type, groups.value])

  function change (name: string, values: readonly string[]): void {
    const now = new URLSearchParams(params.value)
    now.delete(name)
    for (const value of values) now.append(name, value)
    params.value = now
  }
  const toggle = (name: string, wanted: readonly string[]) => {
    const values = params.value.getAll(name)
    const others = values.filter((value) => !wanted.includes(value))
    change(name, others.length < values.length ? others : [...values, ...wanted])
  }
  const set = new Set(params.value.keys()).size
  const isOpen = useRef(set > 0)
  return (
    <details class='action-filter' open={isOpen.current}>
      <summary>Filter <span class='quiet'>{set === 0 ? 'all match' : `${count(set, 'filter')} set`}</span></summary>
      <div class='stack'>
        <TagsField
          label='One of these tags' value={params.value.getAll('tag')} onChange={(tags) => change('tag', tags)}
        />
        <TagsField
          label='All of these tags' value={params.value.getAll('all_tags')} onChange={(tags) => change('all_tags', tags)}
        />
        <ProjectField
          label='Inside this project' value={params.value.get('within')}
          onChange={(id) => change('within', id === null ? [] : [id])}
        />
        <div class='filter-fields'>
          <FilterFields
            search={params.value} counts={counts.value} ofProjects={type === 'project'} toggle={toggle}
            set={(name, value) => change(name, value === '' ? [] : [value])}
          />
        </div>
      </div>
    </details>
  )
}
