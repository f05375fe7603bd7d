import { useSignal } from '@preact/signals'
import { Address } from '../links/address.tsx'
import { listLinksOfFolder, type Made } from '../links/api.ts'
import { LinkDialog, type Asked } from '../links/link-dialog.tsx'
import { LinkRow } from '../links/link-row.tsx'
import { NewLink } from '../links/new-link.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import type { DropFolder } from './draft.ts'

/** The links by which people without an account send files into a drop folder. */
export function FolderLinks ({ folder: { id: number, title, public: isPublic } }: { folder: DropFolder }) {
  const id = String(number)
  const { data, failure, reload, put } = useLoaded(async () => listLinksOfFolder(id), [id, isPublic])
  const isMaking = useSignal(false)
  const made = useSignal<Made | null>(null)
  const asked = useSignal<Asked | null>(null)
  return (
    <section class='stack' aria-label='Links'>
      <p class='quiet'>
        By a link, people without an account send files into this drop folder. They see nothing of what is here, and
        replace nothing. {!isPublic && 'Make it public first.'}
      </p>
      {failure.value !== null && <p class='wrong' role='alert'>{failure.value}</p>}
      {data.value?.length === 0 && isPublic && <p class='quiet'>There are no links yet.</p>}
      <ul class='link-list' aria-label='Links'>
        {data.value?.map((link) => <LinkRow key={link.id} link={link} onAsk={(next) => { asked.value = next }} />)}
      </ul>
      {isPublic && (
        <div class='actions'>
          <button type='button' class='button primary' onClick={() => { isMaking.value = true }}>New link</button>
        </div>
      )}
      {isMaking.value && (
        <NewLink
          of={{ type: 'drop_folder', id }} title={title} shows='People without an account send files into this drop folder.'
          onClose={(link) => {
            isMaking.value = false
            made.value = link
            if (link !== null) reload()
          }}
        />
      )}
      {made.value !== null && <Address made={made.value} onClose={() => { made.value = null }} />}
      {asked.value !== null && (
        <LinkDialog
          asked={asked.value} onNext={(next) => { asked.value = next }}
          onChanged={(link) => put(data.value!.map((each) => each.id === link.id ? link : each))}
          onRevoked={(link) => put(data.value!.filter((each) => each.id !== link.id))}
        />
      )}
    </section>
  )
}
