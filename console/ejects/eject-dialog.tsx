import { useSignal } from '@preact/signals'
import { FormDialog } from '../ui/form-dialog.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { count, number } from '../ui/words.ts'
import { begin, listOutgoing, MOST_TARGETS, type Eject, type Rendition, type Target } from './api.ts'
import { Ejecting } from './ejecting.tsx'

const renditions = [
  ['original', 'The files as they are', ''],
  ['proxy', 'What browsers show', 'Films, sounds and previews that play anywhere.']
] as const satisfies ReadonlyArray<readonly [Rendition, string, string]>

interface EjectDialogProps {
  readonly targets: readonly Target[]
  readonly onClose: () => void
}

/** Asks where files go, and then shows how far they are. */
export function EjectDialog ({ targets, onClose }: EjectDialogProps) {
  const { data: folders, failure } = useLoaded(listOutgoing, [])
  const chosen = useSignal<number | null>(null)
  const rendition = useSignal<Rendition>('original')
  const path = useSignal('')
  const begun = useSignal<readonly Eject[]>([])
  const isSent = useSignal(false)
  if (isSent.value) return <Ejecting begun={begun.value} onClose={onClose} />
  const isTooMany = targets.length > MOST_TARGETS
  const id = chosen.value ?? folders.value?.[0]?.id ?? null

  /** After a failure it goes on with what has not begun. */
  async function send () {
    for (const target of targets.slice(begun.value.length)) {
      const eject = await begin(target, { drop_folder_id: id!, rendition: rendition.value, path: path.value.trim() })
      begun.value = [...begun.value, eject]
    }
    isSent.value = true
  }

  return (
    <FormDialog
      title='Eject' verb='Eject' work={send} isReady={id !== null && !isTooMany}
      onClose={() => { if (!isSent.value) onClose() }}
    >
      {isTooMany && (
        <p class='wrong' role='alert'>
          These are {count(targets.length, 'item')}, and at most {number(MOST_TARGETS)} go out at once. Put more into a
          collection, and eject that.
        </p>
      )}
      {failure.value !== null && <p class='wrong' role='alert'>{failure.value}</p>}
      {folders.value?.length === 0 && <p>There is no drop folder to which files go out. Administrators make one.</p>}
      {folders.value !== null && folders.value.length > 0 && (
        <>
          <label class='field'>
            <span>Drop folder</span>
            <select value={id!} onChange={(event) => { chosen.value = Number(event.currentTarget.value) }}>
              {folders.value.map((folder) => <option key={folder.id} value={folder.id}>{folder.title}</option>)}
            </select>
          </label>
          <TextInput label='Folder in it' value={path} placeholder='The drop folder itself' />
          {renditions.map(([value, label, words]) => (
            <label key={value} class='check'>
              <input
                type='radio' name='rendition' value={value} checked={rendition.value === value}
                onChange={() => { rendition.value = value }}
              />
              <span>{label} <span class='quiet'>{words}</span></span>
            </label>
          ))}
        </>
      )}
    </FormDialog>
  )
}
