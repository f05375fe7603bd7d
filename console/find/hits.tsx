import { useEffect } from 'preact/hooks'
import { mayPutInto } from '../items/rights.ts'
import { filesComing } from '../items/sendings.ts'
import { chooseFiles } from '../items/upload-button.tsx'
import { hear, useChanges } from '../live/follow.ts'
import { addressOf, place } from '../shell/place.ts'
import { Empty } from '../ui/empty.tsx'
import { Lazy } from '../ui/lazy.tsx'
import { tellFailure } from '../ui/notes.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { count, number } from '../ui/words.ts'
import { edited } from './columns.ts'
import { Filters } from './filters.tsx'
import { forgetScroll } from './grid.tsx'
import { countedFields, loadGroups } from './names.ts'
import { ResultPictures } from './pictures.tsx'
import { isFiltered, searchOf, viewOf } from './query.ts'
import {
  applyChange, countOthers, failure, find, found, isCapped, isLoading, isOld, isStale, notUpToDate, requestOf, shownIn,
  total, type SearchUrl
} from './results.ts'
import { refreshSelected, selectedCount } from './selection.ts'
import { ResultTable } from './table.tsx'
import { Toolbar } from './toolbar.tsx'
import { beginWalk } from './walk.ts'

const FACETS = ['type', 'category', 'tag', 'owner', 'media_type', 'status']
const loadBulk = async () => (await import('../bulk/bulk-bar.tsx')).BulkBar

/** Whether something has changed since the results were loaded. */
let isOutdated = false
hear((change) => {
  if (change !== null) {
    applyChange(change)
    const { item } = change
    const now = item?.asset ?? item?.project
    if (now !== undefined) {
      refreshSelected({ type: item!.asset === undefined ? 'project' : 'asset', item: { original_filename: null, ...now } })
    }
  }
  isOutdated = true
})

interface HitsProps {
  readonly search: URLSearchParams
  /** The project whose content is shown, on its page. */
  readonly inside?: string
}

/** The request behind the results. */
export function pathOfHits (search: URLSearchParams): SearchUrl {
  return requestOf(search, countedBy())
}

/** The filters whose values are counted. */
function countedBy (): string[] {
  if (place.value.params.get('panel') === null) return []
  return [...FACETS, ...countedFields().map(({ id }) => `field.${id}`)]
}

/** The results of a search, with filters, order and views, and the actions for those that are chosen. */
export function Hits ({ search, inside = '' }: HitsProps) {
  const isPanelOpen = place.value.params.get('panel') !== null
  const namesFields = isPanelOpen || [...search.keys()].some((name) => name.startsWith('field.'))
  const counted = countedBy()
  const path = pathOfHits(search)
  useEffect(() => { load(path, inside) }, [path])
  useEffect(() => { countOthers(search, counted).catch(tellFailure) }, [search.toString(), counted.length, found.value])
  useEffect(() => { if (namesFields) loadGroups().catch(tellFailure) }, [namesFields])
  useEffect(() => beginWalk, [inside])
  useChanges(() => true, async () => {
    isOutdated = false
    // Rows do not move away below a cell that is being edited.
    if (isAtTop() && edited.value === null) await find(path, { again: true, inside })
    else isStale.value = true
  })

  return (
    <>
      <Toolbar search={search} inside={inside} />
      <div class={isPanelOpen ? 'find-body with-panel' : 'find-body'}>
        {isPanelOpen && <Filters search={search} />}
        <div class={isOld.value ? 'find-results old' : 'find-results'} aria-busy={isLoading.value}>
          <p class='hidden-text' role='status'>{isLoading.value ? '' : describe()}</p>
          {isStale.value && (
            <button
              type='button' class='button stale' onClick={() => { forgetScroll(); find(path, { again: true, inside }) }}
            >
              Show what is new
            </button>
          )}
          {notUpToDate.value !== null && failure.value === null && (
            <p class='wrong' role='alert'>
              This list is not up to date. {notUpToDate.value}{' '}
              <button type='button' class='link' onClick={() => find(path, { again: true, inside })}>Try again</button>
            </p>
          )}
          <Results inside={inside} />
        </div>
      </div>
      {selectedCount.value > 0 && <Lazy load={loadBulk} props={{ search }} />}
    </>
  )
}

async function load (path: SearchUrl, inside: string): Promise<void> {
  const before = found.value
  const again = isOutdated && isAtTop()
  if (isOutdated && !again) isStale.value = true
  isOutdated = false
  await find(path, { again, inside })
  if (found.value !== before && !again) forgetScroll()
}

/** If the user has scrolled down, the position is kept, and new results wait. */
function isAtTop (): boolean {
  return (document.querySelector('.grid')?.scrollTop ?? 0) === 0
}

function Results ({ inside }: { inside: string }) {
  const { params, path } = place.value
  if (failure.value !== null) return <Empty title='Nothing could be found'><p role='alert'>{failure.value}</p></Empty>
  if (shownIn.value !== inside) return <Skeleton rows={12} />
  if (found.value.length > 0) return viewOf(params) === 'pictures' ? <ResultPictures /> : <ResultTable />
  if (isLoading.value || total.value === null) return <Skeleton rows={12} />
  if (filesComing.value > 0) {
    return <Empty title={`${count(filesComing.value, 'file')} on the way`}>Each is shown here as soon as it has an asset.</Empty>
  }
  if (isFiltered(searchOf(params))) {
    return (
      <Empty title='Nothing is like this'>
        Look for fewer words, or <a href={addressOf(path)}>for everything</a>.
      </Empty>
    )
  }
  const project = inside === '' ? null : inside
  return (
    <Empty title={inside === '' ? 'Nothing is here yet' : 'Nothing is in here yet'}>
      {mayPutInto(project)
        ? (
          <>
            <p>Each file becomes an asset.<span class='by-mouse'> You can drop files onto this page, too.</span></p>
            <button type='button' class='button primary' onClick={() => chooseFiles(project)}>Choose files</button>
          </>
          )
        : inside === '' ? 'What others put into your projects is shown here.' : 'Somebody who may write adds the first asset.'}
    </Empty>
  )
}

/** The text for screen readers after a search. */
function describe (): string {
  if (total.value === null) return ''
  return isCapped.value ? `More than ${number(total.value)} results` : count(total.value, 'result')
}
