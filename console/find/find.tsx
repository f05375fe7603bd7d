import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { onlyLooks } from '../api/session.ts'
import { mayPutInto } from '../items/rights.ts'
import { UploadButton } from '../items/upload-button.tsx'
import { useBehind } from '../shell/curl.tsx'
import { place } from '../shell/place.ts'
import { Lazy } from '../ui/lazy.tsx'
import { FailingBanner } from '../webhooks/failing.tsx'
import { DropFiles } from './drop-files.tsx'
import { focusActive } from './grid.tsx'
import { Hits, pathOfHits } from './hits.tsx'
import { isFiltered, searchOf } from './query.ts'
import { SearchField } from './search-field.tsx'

const loadWaiting = async () => (await import('../review/waiting.tsx')).Waiting
const loadCovers = async () => (await import('../projects/covers.tsx')).Covers
const loadCreate = async () => (await import('./create.tsx')).Create

/** The page of results: everything that `/search` finds. */
export function Find () {
  const search = searchOf(place.value.params)
  const creating = useSignal<'asset' | 'project' | null>(null)
  const projectId = search.get('project_id') ?? search.get('within')
  useBehind(pathOfHits(search))
  useEffect(() => { document.title = search.get('q') === null ? 'Find · Cutroom' : `${search.get('q')} · Cutroom` })

  return (
    <div class='find'>
      <h1 class='hidden-text'>Find</h1>
      <div class='find-head'>
        <SearchField onDown={() => focusActive()} />
        {!onlyLooks.value && (
          <div class='find-new'>
            {mayPutInto(projectId) && <UploadButton projectId={projectId} isMain />}
            <button type='button' class='button' onClick={() => { creating.value = 'asset' }}>New asset</button>
            <button type='button' class='button' onClick={() => { creating.value = 'project' }}>New project</button>
          </div>
        )}
      </div>
      <FailingBanner />
      <Lazy load={loadWaiting} props={{}} />
      {onlyLooks.value && !isFiltered(search) && <Lazy load={loadCovers} props={{}} />}
      <Hits search={search} />
      {creating.value !== null && (
        <Lazy load={loadCreate} props={{ type: creating.value, onClose: () => { creating.value = null } }} />
      )}
      {mayPutInto(projectId) && <DropFiles projectId={projectId} />}
    </div>
  )
}
