import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { FormDialog } from '../ui/form-dialog.tsx'
import { tellFailure } from '../ui/notes.tsx'
import { count } from '../ui/words.ts'
import type { Trashed } from './trashed.ts'

interface DeleteTrashedProps {
  readonly entries: readonly Trashed[] | 'all'
  readonly readAll: () => Promise<readonly Trashed[]>
  readonly onClose: () => void
  readonly onDelete: (entries: readonly Trashed[]) => Promise<void>
}

/** Asks before deleting from the trash, and says how much will be deleted. */
export function DeleteTrashed ({ entries, readAll, onClose, onDelete }: DeleteTrashedProps) {
  const all = useSignal(entries === 'all' ? null : entries)
  useEffect(() => {
    if (entries === 'all') readAll().then((read) => { all.value = read }, tellFailure)
  }, [])
  const hasProjects = all.value?.some(({ type }) => type === 'project') === true
  const many = (all.value ?? []).reduce((sum, entry) => sum + entry.count, 0)
  return (
    <FormDialog
      title='Delete for good?' verb='Delete' isDanger isReady={all.value !== null} onClose={onClose}
      work={async () => onDelete(all.value!)}
    >
      {all.value !== null && (
        <p>
          {count(many, 'item')} with their values, histories and files {many === 1 ? 'is' : 'are'} deleted, and cannot be
          brought back.{hasProjects && ' With a project goes everything below it, in the trash or not.'}
        </p>
      )}
    </FormDialog>
  )
}
