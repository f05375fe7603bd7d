import { useSignal } from '@preact/signals'
import type { Schemas } from '../api/client.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { TextInput } from '../ui/inputs.tsx'

interface GroupDialogProps {
  /** Null for a new group. */
  readonly group: Schemas['UserGroup'] | null
  readonly onClose: () => void
  readonly onDone: (body: { name: string, provider_group: string | null }) => Promise<void>
}

/** Makes or changes a group. */
export function GroupDialog ({ group, onClose, onDone }: GroupDialogProps) {
  const name = useSignal(group?.name ?? '')
  const ofProvider = useSignal(group?.provider_group ?? '')
  const isReady = name.value.trim() !== ''
  return (
    <FormDialog
      title={group === null ? 'New group' : 'Change the group'} verb={group === null ? 'Make' : 'Save'}
      onClose={onClose} isReady={isReady}
      work={async () => onDone({ name: name.value, provider_group: ofProvider.value === '' ? null : ofProvider.value })}
    >
      <TextInput label='Name' value={name} maxLength={100} required autoFocus />
      <TextInput
        label='Group of the provider' value={ofProvider} maxLength={1000}
        hint='With it, signing in by the provider decides who is in this group.'
      />
    </FormDialog>
  )
}
