import { useSignal } from '@preact/signals'
import { addressOf, go } from '../shell/place.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { tell } from '../ui/notes.tsx'
import { keep, readKept } from './kept.ts'
import { isFiltered } from './query.ts'

/** Opens a search by its name, or gives this one a name. */
export function SavedSearches ({ search }: { search: URLSearchParams }) {
  const isNaming = useSignal(false)
  const searches = Object.entries(readKept().searches ?? {})
  return (
    <>
      {searches.length > 0 && (
        <label class='select'>
          <span class='hidden-text'>Saved searches</span>
          <select
            value='' onChange={(event) => {
              go('', new URLSearchParams(readKept().searches?.[event.currentTarget.value] ?? ''))
              event.currentTarget.value = ''
            }}
          >
            <option value='' disabled>Saved</option>
            {searches.map(([name]) => <option key={name} value={name}>{name}</option>)}
          </select>
        </label>
      )}
      {isFiltered(search) && (
        <button type='button' class='icon-button' onClick={() => { isNaming.value = true }}>
          <Icon name='star' /><span class='hidden-text'>Save search</span>
        </button>
      )}
      {isNaming.value && <NameSearch search={search} onClose={() => { isNaming.value = false }} />}
    </>
  )
}

function NameSearch ({ search, onClose }: { search: URLSearchParams, onClose: () => void }) {
  const name = useSignal(search.get('q') ?? '')
  return (
    <FormDialog
      title='Save search' verb='Save' onClose={onClose}
      work={() => {
        if (name.value.trim() === '') throw new Error('Give it a name first.')
        keep({ searches: { ...readKept().searches, [name.value.trim()]: search.toString() } })
        tell('The search is kept in this browser. Its address is a link for others.')
      }}
    >
      <TextInput label='Name' value={name} required autoFocus />
    </FormDialog>
  )
}

/** The saved searches as links, to open or to remove. */
export function SavedList () {
  const { searches = {} } = readKept()
  const names = Object.keys(searches)
  if (names.length === 0) return null
  return (
    <section aria-label='Saved searches'>
      <h2>Saved searches</h2>
      <ul>
        {names.map((name) => (
          <li key={name} class='saved-search'>
            <a href={addressOf('', new URLSearchParams(searches[name]))}>{name}</a>
            <button
              type='button' class='icon-button small'
              onClick={() => {
                const { [name]: gone, ...others } = searches
                keep({ searches: others })
                tell(`${name} is kept no longer.`, async () => keep({ searches: { ...others, [name]: gone! } }))
              }}
            >
              <Icon name='close' /><span class='hidden-text'>Remove {name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
