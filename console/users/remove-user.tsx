import { useSignal } from '@preact/signals'
import { api, done, type Schemas } from '../api/client.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { SelectInput } from '../ui/inputs.tsx'

type User = Schemas['AccountUser']

const NOBODY = ''

interface RemoveUserProps {
  readonly user: User
  readonly users: readonly User[]
  readonly onClose: () => void
  readonly onRemoved: () => Promise<void>
}

/** Removes a user for good. It says what goes to whom, and what is lost. */
export function RemoveUser ({ user, users, onClose, onRemoved }: RemoveUserProps) {
  const to = useSignal(NOBODY)
  const heirs = users.filter(({ id, disabled }) => id !== user.id && !disabled)
  const heir = heirs.find(({ id }) => String(id) === to.value)

  async function remove () {
    await done(api.DELETE('/api/v2/admin/users/{user_id}', {
      params: { path: { user_id: String(user.id) } }, body: heir === undefined ? {} : { to_user_id: heir.id }
    }))
    await onRemoved()
  }

  return (
    <FormDialog title={`Remove ${user.email}?`} verb='Remove user' isDanger onClose={onClose} work={remove}>
      <SelectInput label='Give the items to' value={to}>
        <option value={NOBODY}>nobody</option>
        {heirs.map(({ id, name, email }) =>
          <option key={id} value={String(id)}>{name === '' ? email : `${name} (${email})`}</option>)}
      </SelectInput>
      <ul>
        <li>
          {heir === undefined
            ? 'Assets and projects of this user belong to nobody then, also those in the trash.'
            : <>Assets and projects of this user belong to <bdi>{heir.email}</bdi> then, also those in the trash.</>}
        </li>
        <li>
          {heir === undefined ? 'You become' : <><bdi>{heir.email}</bdi> becomes</>} Admin of projects with no other member.
        </li>
        <li>Keys, sessions, share links, private collections, favorites and approvals that wait end.</li>
        <li>Comments, decisions and history stay, by “removed user”.</li>
      </ul>
      <p>This cannot be undone. The e-mail address can be used again after some minutes.</p>
    </FormDialog>
  )
}
