import { go, place } from '../shell/place.ts'
import { mayPutInto } from '../items/rights.ts'
import { ArrivalList } from './arrival-list.tsx'
import { arrivalStatuses, wordOf, type Status } from './arrival-words.tsx'
import type { DropFolder } from './draft.ts'

/** The files that come in by a drop folder: those that have failed first. The state is part of the address. */
export function Arrivals ({ folder }: { folder: DropFolder }) {
  const { params } = place.value
  const status = arrivalStatuses.find((known) => known === params.get('status')) ?? null
  const shared = { id: String(folder.id), mayRetry: mayPutInto(folder.project_id) }
  return (
    <>
      <StateFilter folder={folder} status={status} />
      {status === null && <ArrivalList {...shared} name='Failed' status='failed' />}
      <ArrivalList
        key={status ?? ''} {...shared} name={status === null ? 'Arrivals' : wordOf(status)} status={status}
        nothing={status === null ? <Nothing folder={folder} /> : 'No file is like this.'}
      />
    </>
  )
}

function StateFilter ({ folder, status }: { folder: DropFolder, status: Status | null }) {
  return (
    <div class='run-filters'>
      <label class='field'>
        <span>State of the files</span>
        <select
          value={status ?? ''}
          onChange={({ currentTarget: { value } }) =>
            go(`drop-folders/${folder.id}`, value === '' ? undefined : new URLSearchParams({ status: value }))}
        >
          <option value=''>All</option>
          {arrivalStatuses.map((each) => <option key={each} value={each}>{wordOf(each)}</option>)}
        </select>
      </label>
    </div>
  )
}

/** What to do first. */
function Nothing ({ folder: { location, settle, paused } }: { folder: DropFolder }) {
  if (paused) return <>Nothing comes in while it is paused.</>
  if (location === null) return <>Nothing has come in yet. Files come by uploads and links.</>
  return <>Nothing has come in yet. Copy a file into its folder: it is here {settle} seconds after its last change.</>
}
