import { number } from '../ui/words.ts'
import { countedFields, nameOfParam, nameOfValue, searchableFields, type CustomField } from './names.ts'
import { kinds, setParam, toggleParams } from './query.ts'
import { SavedList } from './saved-searches.tsx'
import { facets, type Facet } from './results.ts'

const DATES = ['created_from', 'created_to', 'modified_from', 'modified_to']
const SIZES = ['min_width', 'max_width', 'min_height', 'max_height', 'min_duration', 'max_duration']
/** How many values of a filter are shown. */
const SHOWN = 12
const MISSING = ['tags', 'category', 'description', 'external_id']
const MEDIA_STATUS = ['none', 'pending', 'ingesting', 'ready', 'failed', 'removed']
const APPROVAL = ['pending', 'approved', 'rejected', 'none']

/** A search, and what changes its filters. */
interface Filtered {
  readonly search: URLSearchParams
  /** An empty value removes the parameter. */
  readonly set: (name: string, value: string) => void
  /** Adds values, or removes them if they are there. */
  readonly toggle: (name: string, values: readonly string[]) => void
}

/** All filters besides words, with the count of each value. */
export function Filters ({ search }: { search: URLSearchParams }) {
  return (
    <aside class='panel' aria-label='Filters'>
      <SavedList />
      <FilterFields search={search} set={setParam} toggle={toggleParams} counts={facets.value} />
    </aside>
  )
}

interface FieldsProps extends Filtered {
  readonly counts: Readonly<Record<string, Facet>>
  /** Whether projects alone are looked for, which have no files. */
  readonly ofProjects?: boolean
}

export function FilterFields ({ counts, ofProjects = false, ...filtered }: FieldsProps) {
  const { search, toggle } = filtered
  const counted = countedFields()
  return (
    <>
      {!ofProjects && (
        <fieldset>
          <legend>kind</legend>
          {kinds.map(([kind, values]) => (
            <label key={kind} class='check facet'>
              <input
                type='checkbox' checked={values.every((value) => search.getAll('content_type').includes(value))}
                onChange={() => toggle('content_type', values)}
              />
              <span class='facet-name'>{kind}</span>
            </label>
          ))}
        </fieldset>
      )}
      {Object.entries(counts).filter(([, { values }]) => values.length > 0)
        .map(([name, facet]) => <Counted key={name} name={name} facet={facet} {...filtered} />)}
      <Choice
        name='deleted' values={['false', 'true', 'any']} fallback='false' words={['Outside', 'Inside', 'Anywhere']}
        label='trash' {...filtered}
      />
      {!ofProjects && <Several name='approval' values={APPROVAL} {...filtered} />}
      {!ofProjects && <Several name='media_status' values={MEDIA_STATUS} {...filtered} />}
      <Several name='missing' values={MISSING} {...filtered} />
      <fieldset>
        <legend>dates</legend>
        {DATES.map((name) => <Limit key={name} name={name} type='date' {...filtered} />)}
      </fieldset>
      {!ofProjects && (
        <fieldset>
          <legend>dimensions</legend>
          {SIZES.map((name) => <Limit key={name} name={name} type='number' {...filtered} />)}
        </fieldset>
      )}
      {searchableFields().filter((field) => !counted.includes(field))
        .map((field) => <FieldFilter key={field.id} field={field} {...filtered} />)}
    </>
  )
}

/** The most frequent values, and those that are chosen. */
function Counted (
  { name, facet: { values, isCapped }, search, toggle }: Filtered & { name: string, facet: Facet }
) {
  const chosen = search.getAll(name)
  const shown = values.slice(0, SHOWN).map(({ value, count }) => ({ value: String(value), count: `${number(count)}${isCapped ? '+' : ''}` }))
  const others = chosen.filter((value) => !shown.some((one) => one.value === value)).map((value) => ({ value, count: '' }))
  return (
    <fieldset>
      <legend>{nameOfParam(name)}</legend>
      {[...shown, ...others].map(({ value, count }) => (
        <label key={value} class='check facet'>
          <input type='checkbox' checked={chosen.includes(value)} onChange={() => toggle(name, [value])} />
          <span class='facet-name'>{nameOfValue(name, value)}</span>
          <span class='quiet'>{count}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Values that are not counted. */
function Several ({ name, values, search, toggle }: Filtered & { name: string, values: readonly string[] }) {
  const chosen = search.getAll(name)
  return (
    <fieldset>
      <legend>{nameOfParam(name)}</legend>
      {values.map((value) => (
        <label key={value} class='check facet'>
          <input type='checkbox' checked={chosen.includes(value)} onChange={() => toggle(name, [value])} />
          <span class='facet-name'>{nameOfValue(name, value)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Choice (
  { name, values, words, fallback, label, search, set }:
  Filtered & { name: string, values: readonly string[], words: readonly string[], fallback: string, label: string }
) {
  return (
    <label class='field'>
      <span>{label}</span>
      <select
        value={search.get(name) ?? fallback}
        onChange={(event) => set(name, event.currentTarget.value === fallback ? '' : event.currentTarget.value)}
      >
        {values.map((value, index) => <option key={value} value={value}>{words[index]}</option>)}
      </select>
    </label>
  )
}

function Limit ({ name, type, search, set }: Filtered & { name: string, type: 'date' | 'number' }) {
  return (
    <label class='field inline'>
      <span>{nameOfParam(name)}</span>
      <input
        type={type} min={type === 'number' ? 0 : undefined} value={search.get(name) ?? ''}
        onChange={(event) => set(name, event.currentTarget.value)}
      />
    </label>
  )
}

function FieldFilter ({ field, ...filtered }: Filtered & { field: CustomField }) {
  const { search, set } = filtered
  const name = `field.${field.id}`
  if (field.field_type === 'date' || field.field_type === 'datetime') {
    return (
      <fieldset>
        <legend>{field.name}</legend>
        <Limit name={`${name}.from`} type='date' {...filtered} />
        <Limit name={`${name}.to`} type='date' {...filtered} />
      </fieldset>
    )
  }
  const value = search.get(name) ?? ''
  return (
    <label class='field'>
      <span>{field.name}</span>
      <input type='text' value={value} onChange={(event) => set(name, event.currentTarget.value)} />
    </label>
  )
}
