import { addressOf, go, place } from '../shell/place.ts'
import { Icon } from '../ui/icon.tsx'
import { number } from '../ui/words.ts'
import { setParam, sorts, toggleParam } from './query.ts'
import { isCapped, total } from './results.ts'
import { ExportLinks } from './export.tsx'
import { nameOfParam, nameOfValue } from './names.ts'

/** The type, the order and the view of the results. */
export function Toolbar ({ search }: { search: URLSearchParams }) {
  const { params } = place.value
  const chosen = [...search].filter(([name]) => name !== 'q' && name !== 'sort')
  return (
    <div class='toolbar'>
      <button
        type='button' class='button' aria-expanded={params.get('panel') !== null}
        onClick={() => show('panel', params.get('panel') === null ? 'filters' : '')}
      >
        <Icon name='filter' /><span class='wide-only'>Filters</span>
      </button>
      <ul class='chips'>
        {chosen.map(([name, value]) => (
          <li key={`${name} ${value}`}>
            <button type='button' class='chip' onClick={() => toggleParam(name, value)}>
              <span class='quiet'>{nameOfParam(name)}</span> {nameOfValue(name, value)}
              <Icon name='close' /><span class='hidden-text'>Remove filter</span>
            </button>
          </li>
        ))}
        {chosen.length > 1 && <li><a class='link' href={addressOf('')}>Clear</a></li>}
      </ul>
      <span class='toolbar-end'>
        <span class='quiet total'>{total.value === null ? '' : `${isCapped.value ? 'over ' : ''}${number(total.value)}`}</span>
        <ExportLinks search={search} />
        <label class='select'>
          <span class='hidden-text'>Sort</span>
          <select value={search.get('sort') ?? '-modified_date'} onChange={(event) => setParam('sort', event.currentTarget.value)}>
            {sorts.filter(([value]) => value !== 'relevance' || search.has('q'))
              .map(([value, name]) => <option key={value} value={value}>{name}</option>)}
          </select>
        </label>
        <span class='segments' role='group' aria-label='View'>
          <ViewButton view='' icon='table' name='Table' />
          <ViewButton view='pictures' icon='pictures' name='Pictures' />
        </span>
      </span>
    </div>
  )
}

function ViewButton ({ view, icon, name }: { view: string, icon: 'table' | 'pictures', name: string }) {
  const isOn = (place.value.params.get('view') ?? '') === view
  return (
    <button type='button' class='icon-button' aria-pressed={isOn} onClick={() => show('view', view)}>
      <Icon name={icon} /><span class='hidden-text'>{name}</span>
    </button>
  )
}

function show (name: string, value: string): void {
  const params = new URLSearchParams(place.value.params)
  if (value === '') params.delete(name)
  else params.set(name, value)
  go('', params, { replace: true })
}
