import { place } from '../shell/place.ts'
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

/** All filters besides words, with the count of each value. */
export function Filters ({ search }: { search: URLSearchParams }) {
  const counted = countedFields()
  return (
    <aside class='panel' aria-label='Filters'>
      <SavedList />
      <fieldset>
        <legend>kind</legend>
        {kinds.map(([kind, values]) => (
          <label key={kind} class='check facet'>
            <input
              type='checkbox' checked={values.every((value) => search.getAll('content_type').includes(value))}
              onChange={() => toggleParams('content_type', values)}
            />
            <span class='facet-name'>{kind}</span>
          </label>
        ))}
      </fieldset>
      {Object.entries(facets.value).filter(([, { values }]) => values.length > 0)
        .map(([name, facet]) => <Counted key={name} name={name} facet={facet} chosen={search.getAll(name)} />)}
      <Choice name='deleted' values={['false', 'true', 'any']} fallback='false' words={['Outside', 'Inside', 'Anywhere']} label='trash' />
      <Several name='approval' values={APPROVAL} chosen={search.getAll('approval')} />
      <Several name='media_status' values={MEDIA_STATUS} chosen={search.getAll('media_status')} />
      <Several name='missing' values={MISSING} chosen={search.getAll('missing')} />
      <fieldset>
        <legend>dates</legend>
        {DATES.map((name) => <Limit key={name} name={name} type='date' />)}
      </fieldset>
      <fieldset>
        <legend>dimensions</legend>
        {SIZES.map((name) => <Limit key={name} name={name} type='number' />)}
      </fieldset>
      {searchableFields().filter((field) => !counted.includes(field))
        .map((field) => <FieldFilter key={field.id} field={field} />)}
    </aside>
  )
}

/** The most frequent values, and those that are chosen. */
function Counted (
  { name, facet: { values, isCapped }, chosen }: { name: string, facet: Facet, chosen: readonly string[] }
) {
  const shown = values.slice(0, SHOWN).map(({ value, count }) => ({ value: String(value), count: `${number(count)}${isCapped ? '+' : ''}` }))
  const others = chosen.filter((value) => !shown.some((one) => one.value === value)).map((value) => ({ value, count: '' }))
  return (
    <fieldset>
      <legend>{nameOfParam(name)}</legend>
      {[...shown, ...others].map(({ value, count }) => (
        <label key={value} class='check facet'>
          <input type='checkbox' checked={chosen.includes(value)} onChange={() => toggleParams(name, [value])} />
          <span class='facet-name'>{nameOfValue(name, value)}</span>
          <span class='quiet'>{count}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Values that are not counted. */
function Several (
  { name, values, chosen }: { name: string, values: readonly string[], chosen: readonly string[] }
) {
  return (
    <fieldset>
      <legend>{nameOfParam(name)}</legend>
      {values.map((value) => (
        <label key={value} class='check facet'>
          <input type='checkbox' checked={chosen.includes(value)} onChange={() => toggleParams(name, [value])} />
          <span class='facet-name'>{nameOfValue(name, value)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Choice (
  { name, values, words, fallback, label }:
  { name: string, values: readonly string[], words: readonly string[], fallback: string, label: string }
) {
  return (
    <label class='field'>
      <span>{label}</span>
      <select
        value={place.value.params.get(name) ?? fallback}
        onChange={(event) => setParam(name, event.currentTarget.value === fallback ? '' : event.currentTarget.value)}
      >
        {values.map((value, index) => <option key={value} value={value}>{words[index]}</option>)}
      </select>
    </label>
  )
}

function Limit ({ name, type }: { name: string, type: 'date' | 'number' }) {
  return (
    <label class='field inline'>
      <span>{nameOfParam(name)}</span>
      <input
        type={type} min={type === 'number' ? 0 : undefined} value={place.value.params.get(name) ?? ''}
        onChange={(event) => setParam(name, event.currentTarget.value)}
      />
    </label>
  )
}

function FieldFilter ({ field }: { field: CustomField }) {
  const name = `field.${field.id}`
  if (field.field_type === 'date' || field.field_type === 'datetime') {
    return (
      <fieldset>
        <legend>{field.name}</legend>
        <Limit name={`${name}.from`} type='date' />
        <Limit name={`${name}.to`} type='date' />
      </fieldset>
    )
  }
  const value = place.value.params.get(name) ?? ''
  return (
    <label class='field'>
      <span>{field.name}</span>
      <input type='text' value={value} onChange={(event) => setParam(name, event.currentTarget.value)} />
    </label>
  )
}
