import type { Signal } from '@preact/signals'
import { nameAndEmail, type Person } from './people.ts'

interface UserSelectProps {
  readonly label: string
  /** The id of the chosen user; empty for none. */
  readonly chosen: Signal<string>
  readonly among: readonly Person[]
}

/** Chooses a user. */
export function UserSelect ({ label, chosen, among }: UserSelectProps) {
  return (
    <label class='field'>
      <span>{label}</span>
      <select value={chosen.value} onChange={(event) => { chosen.value = event.currentTarget.value }}>
        <option value=''>Choose a user</option>
        {among.map((user) => <option key={user.id} value={String(user.id)}>{nameAndEmail(user)}</option>)}
      </select>
    </label>
  )
}
