import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Lazy } from '../ui/lazy.tsx'
import { mayWrite } from '../api/session.ts'
import { hear, useChanges } from '../live/follow.ts'
import { useBehind } from '../shell/curl.tsx'
import { filesComing } from '../items/sendings.ts'
import { UploadButton } from '../items/upload-button.tsx'
import { addressOf, place } from '../shell/place.ts'
import { Empty } from '../ui/empty.tsx'
import { tellFailure } from '../ui/notes.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FailingBanner } from '../webhooks/failing.tsx'
import { usePace } from '../ui/use-pace.ts'
import { count, number } from '../ui/words.ts'
import { Filters } from './filters.tsx'
import { edited } from './columns.ts'
import { DropFiles } from './drop-files.tsx'
import { focusActive, forgetScroll } from './grid.tsx'
import { countedFields, loadGroups } from './names.ts'
import { ResultPictures } from './pictures.tsx'
import { isFiltered, searchOf, viewOf } from './query.ts'
import { applyChange, countOthers, failure, find, found, isCapped, isLoading, isOld, isStale, requestOf, total } from './results.ts'
import { SearchField } from './search-field.tsx'
import { refreshSelected, selectedCount } from './selection.ts'
import { ResultTable } from './table.tsx'
import { Toolbar } from './toolbar.tsx'
import { beginWalk } from './walk.ts'

const FACETS = ['type', 'category', 'tag', 'owner', 'media_type', 'status']
const loadBulk = async () => (await import('../bulk/bulk-bar.tsx')).BulkBar
const loadCreate = async () => (await import('./create.tsx')).Create

/** Whether something has changed since the results were loaded. */
let isOutdated = false
hear((change) => {
  if (change !== null) {
    applyChange(change)
    const { item } = change
    const now = item?.asset ?? item?.project
    if (now !== undefined) refreshSelected({ type: item!.asset === undefined ? 'project' : 'asset', item: { original_filename: null, ...now } })
  }
  isOutdated = true
})

/** The page of results: everything that `/search` finds. */
export function Find () {
  const { params } = place.value
  const search = searchOf(params)
  const isPanelOpen = params.get('panel') !== null
  const namesFields = isPanelOpen || [...search.keys()].some((name) => name.startsWith('field.'))
  const counted = isPanelOpen ? [...FACETS, ...countedFields().map(({ id }) => `field.${id}`)] : []
  const path = requestOf(search, counted)
  const creating = useSignal<'asset' | 'project' | null>(null)
  useBehind(path)
  useEffect(() => { document.title = search.get('q') === null ? 'Find · Cutroom' : `${search.get('q')} · Cutroom` })
  useEffect(() => { load(path) }, [path])
  useEffect(() => { countOthers(search, counted).catch(tellFailure) }, [search.toString(), counted.length, found.value])
  useEffect(() => { if (namesFields) loadGroups().catch(tellFailure) }, [namesFields])
  useEffect(() => beginWalk, [])
  useChanges(usePace(async () => {
    isOutdated = false
    if (isAtTop() && edited.value === null) await find(path, { again: true })
    else isStale.value = true
  }))

  return (
    <div class='find'>
      <h1 class='hidden-text'>Find</h1>
      <div class='find-head'>
        <SearchField onDown={() => focusActive()} />
        {mayWrite.value && (
          <div class='find-new'>
            <button type='button' class='button primary' onClick={() => { creating.value = 'asset' }}>New asset</button>
            <UploadButton projectId={search.get('project_id') ?? search.get('within')} />
            <button type='button' class='button' onClick={() => { creating.value = 'project' }}>New project</button>
          </div>
        )}
      </div>
      <FailingBanner />
      <Toolbar search={search} />
      <div class={isPanelOpen ? 'find-body with-panel' : 'find-body'}>
        {isPanelOpen && <Filters search={search} />}
        <div class={isOld.value ? 'find-results old' : 'find-results'} aria-busy={isLoading.value}>
          <p class='hidden-text' role='status'>{isLoading.value ? '' : describe()}</p>
          {isStale.value && (
            <button type='button' class='button stale' onClick={() => { forgetScroll(); find(path, { again: true }) }}>
              Show what is new
            </button>
          )}
          <Results search={search} />
        </div>
      </div>
      {selectedCount.value > 0 && <Lazy load={loadBulk} props={{}} />}
      {creating.value !== null && (
        <Lazy load={loadCreate} props={{ type: creating.value, onClose: () => { creating.value = null } }} />
      )}
      {mayWrite.value && <DropFiles projectId={search.get('project_id') ?? search.get('within')} />}
    </div>
  )
}

async function load (path: string): Promise<void> {
  const before = found.value
  const again = isOutdated && isAtTop()
  if (isOutdated && !again) isStale.value = true
  isOutdated = false
  await find(path, { again })
  if (found.value !== before && !again) forgetScroll()
}

/** Further down, the position is kept, and new results wait. */
function isAtTop (): boolean {
  return (document.querySelector('.grid')?.scrollTop ?? 0) === 0
}

function Results ({ search }: { search: URLSearchParams }) {
  if (failure.value !== null) return <Empty title='Nothing could be found'><p role='alert'>{failure.value}</p></Empty>
  if (found.value.length > 0) return viewOf(place.value.params) === 'pictures' ? <ResultPictures /> : <ResultTable />
  if (isLoading.value || total.value === null) return <Skeleton rows={12} />
  if (filesComing.value > 0) {
    return <Empty title={`${count(filesComing.value, 'file')} on the way`}>Each is shown here as soon as it has an asset.</Empty>
  }
  if (isFiltered(search)) {
    return (
      <Empty title='Nothing is like this'>
        Look for fewer words, or <a href={addressOf('')}>for everything</a>.
      </Empty>
    )
  }
  return (
    <Empty title='Nothing is here yet'>
      {mayWrite.value ? 'Drop files onto this page, or make a new asset.' : 'Somebody whose key may write adds the first asset.'}
    </Empty>
  )
}

/** The text for screen readers after a search. */
function describe (): string {
  if (total.value === null) return ''
  return isCapped.value ? `More than ${number(total.value)} results` : count(total.value, 'result')
}
