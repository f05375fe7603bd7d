import { useSignal } from '@preact/signals'
import { FormDialog } from '../ui/form-dialog.tsx'
import { CheckInput, TextInput } from '../ui/inputs.tsx'
import { requirePassword } from '../ui/password.ts'
import { allowedBy, AllowedFields, useAllowed } from './allowed.tsx'
import { changeLink, isForFiles, isOver, type Link } from './api.ts'
import { boundsBy, BoundsFields, useBounds, USUAL_BOUNDS } from './bounds.tsx'
import { dayIn, dayOf, endOf, lastDay } from './ends.ts'

interface ChangeLinkProps {
  readonly link: Link
  readonly onClose: () => void
  readonly onChanged: (link: Link) => void
}

/** A form that changes a link, whose address stays: its end, its password, and what guests may do. */
export function ChangeLink ({ link, onClose, onChanged }: ChangeLinkProps) {
  const wasOver = isOver(link)
  const present = wasOver ? '' : dayOf(new Date(link.expires_at))
  const title = useSignal(link.title)
  const day = useSignal(present)
  const password = useSignal('')
  const isOpen = useSignal(false)
  const choice = useAllowed(link)
  const bounds = useBounds({ ...USUAL_BOUNDS, ...link })
  const last = lastDay()
  return (
    <FormDialog
      title='Change link' verb='Save' onClose={onClose}
      work={async () => {
        if (!isOpen.value && password.value !== '') requirePassword(password.value)
        onChanged(await changeLink(link, {
          title: title.value,
          ...(isForFiles(link) ? boundsBy(bounds) : allowedBy(choice)),
          ...(day.value !== present && { expires_at: endOf(day.value) }),
          ...(isOpen.value ? { password: null } : password.value !== '' && { password: password.value })
        }))
      }}
    >
      <p class='quiet'>Its address stays: who has it need not get another one.</p>
      <TextInput label='Title' value={title} hint='For whom it is, or what: guests read it' />
      <TextInput
        label='Ends on' type='date' value={day} required={!wasOver} min={dayIn(0)} max={present > last ? present : last}
        hint={wasOver ? 'It has expired, and stays so without a day' : 'It works until the end of this day, for a year at most'}
      />
      {!isOpen.value && (
        <TextInput
          label='New password' type='password' value={password}
          hint={link.has_password
            ? '10 characters or more; empty: the present one stays. With a new one, guests who are in must type it'
            : '10 characters or more; empty for whoever has the link'}
        />
      )}
      {link.has_password && <CheckInput label='No password any more' value={isOpen} />}
      {isForFiles(link) ? <BoundsFields choice={bounds} /> : <AllowedFields choice={choice} />}
    </FormDialog>
  )
}
