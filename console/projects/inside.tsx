import { useSignal } from '@preact/signals'
import { Create } from '../find/create.tsx'
import { Hits } from '../find/hits.tsx'
import { searchOf } from '../find/query.ts'
import { UploadButton } from '../items/upload-button.tsx'
import { addressOf, place } from '../shell/place.ts'
import { Icon } from '../ui/icon.tsx'

/** The direct content of a project, as the results of a search. */
export function Inside ({ id, mayAdd }: { id: string, mayAdd: boolean }) {
  const isMaking = useSignal(false)
  const search = searchOf(place.value.params)
  search.set('project_id', id)
  return (
    <section class='inside' aria-label='Inside'>
      <div class='section-head'>
        <h2>Inside</h2>
        <span class='actions'>
          <a class='button' href={addressOf('', new URLSearchParams({ within: id }))}><Icon name='search' />Find in here</a>
          {mayAdd && <button type='button' class='button' onClick={() => { isMaking.value = true }}>New subproject</button>}
          {mayAdd && <UploadButton projectId={id} />}
        </span>
      </div>
      {isMaking.value && <Create type='project' within={id} onClose={() => { isMaking.value = false }} />}
      <Hits search={search} inside={id} />
    </section>
  )
}
