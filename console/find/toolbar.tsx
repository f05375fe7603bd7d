import { useSignal } from '@preact/signals'
import { ActionsButton } from '../actions/actions-button.tsx'
import { addressOf, place } from '../shell/place.ts'
import { Icon } from '../ui/icon.tsx'
import { count, number } from '../ui/words.ts'
import { ColumnsDialog } from './columns-dialog.tsx'
import { keep, PICTURE_WIDTH, readKept } from './kept.ts'
import { kinds, setParam, sortBy, sorts, toggleParams, viewOf } from './query.ts'
import { isCapped, total } from './results.ts'
import { ExportLinks } from './export.tsx'
import { nameOfParam, nameOfValue } from './names.ts'
import { SavedSearches } from './saved-searches.tsx'

/** The type, the order and the view of the results. */
export function Toolbar ({ search, inside }: { search: URLSearchParams, inside: string }) {
  const { params } = place.value
  const chosen = chipsOf(search).filter(({ name }) => inside === '' || name !== 'project_id')
  const isChoosing = useSignal(false)
  return (
    <div class='toolbar'>
      <button
        type='button' class='button' aria-expanded={params.get('panel') !== null}
        onClick={() => setParam('panel', params.get('panel') === null ? 'filters' : '', { replace: true })}
      >
        <Icon name='filter' /><span class='wide-only'>Filters</span>
      </button>
      <ul class='chips'>
        {chosen.map(({ name, values, words }) => (
          <li key={`${name} ${words}`}>
            <button type='button' class='chip' onClick={() => toggleParams(name, values)}>
              <span class='quiet'>{nameOfParam(name)}</span> {words}
              <Icon name='close' /><span class='hidden-text'>Remove filter</span>
            </button>
          </li>
        ))}
        {chosen.length > 1 && <li><a class='link' href={addressOf(place.value.path)}>Clear</a></li>}
      </ul>
      <span class='toolbar-end'>
        <span class='quiet total'>{total.value === null ? '' : `${isCapped.value ? 'over ' : ''}${number(total.value)}`}</span>
        {inside === '' && <SavedSearches search={search} />}
        <ExportLinks search={search} />
        {(total.value ?? 0) > 0 && (
          <ActionsButton
            class='icon-button'
            chosen={{ search, words: `${isCapped.value ? 'more than ' : ''}${count(total.value!, 'result')}` }}
          >
            <Icon name='bolt' /><span class='hidden-text'>Actions</span>
          </ActionsButton>
        )}
        <label class='select'>
          <span class='hidden-text'>Sort</span>
          <select value={search.get('sort') ?? '-modified_date'} onChange={(event) => sortBy(event.currentTarget.value)}>
            {sorts.filter(([value]) => value !== 'relevance' || search.has('q'))
              .map(([value, name]) => <option key={value} value={value}>{name}</option>)}
          </select>
        </label>
        {viewOf(params) === 'table' && (
          <button type='button' class='icon-button' title='Columns' onClick={() => { isChoosing.value = true }}>
            <Icon name='fields' /><span class='hidden-text'>Columns</span>
          </button>
        )}
        {viewOf(params) === 'pictures' && (
          <input
            type='range' class='picture-size wide-only' aria-label='Size of the pictures' title='Size of the pictures'
            min={140} max={440} step={20} value={readKept().pictureWidth ?? PICTURE_WIDTH}
            onInput={(event) => keep({ pictureWidth: event.currentTarget.valueAsNumber })}
          />
        )}
        <span class='segments' role='group' aria-label='View'>
          <ViewButton view='table' icon='table' name='Table' />
          <ViewButton view='pictures' icon='pictures' name='Pictures' />
        </span>
      </span>
      {isChoosing.value && <ColumnsDialog onClose={() => { isChoosing.value = false }} />}
    </div>
  )
}

interface Chip { readonly name: string, readonly values: readonly string[], readonly words: string }

/** The filters that are set: the types of a kind of files are one. */
function chipsOf (search: URLSearchParams): Chip[] {
  const types = search.getAll('content_type')
  const chosen = kinds.filter(([, values]) => values.every((value) => types.includes(value)))
  const single = [...search].filter(([name, value]) => name !== 'q' && name !== 'sort' &&
    !(name === 'content_type' && chosen.some(([, values]) => values.includes(value))))
  return [
    ...chosen.map(([kind, values]) => ({ name: 'content_type', values, words: kind })),
    ...single.map(([name, value]) => ({ name, values: [value], words: nameOfValue(name, value) }))
  ]
}

function ViewButton ({ view, icon, name }: { view: string, icon: 'table' | 'pictures', name: string }) {
  const isOn = viewOf(place.value.params) === view
  return (
    <button type='button' class='icon-button' aria-pressed={isOn} onClick={() => { keep({ view }); setParam('view', view, { replace: true }) }}>
      <Icon name={icon} /><span class='hidden-text'>{name}</span>
    </button>
  )
}
