import { useSignal } from '@preact/signals'
import { request, type Schemas } from '../api/client.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { CheckInput, TextInput } from '../ui/inputs.tsx'
import { requirePassword } from '../ui/password.ts'
import { date } from '../ui/words.ts'
import { secondsOf } from './new-link.tsx'

interface ChangeLinkProps {
  /** The path of the link. */
  readonly path: string
  readonly link: Schemas['GuestLink']
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
}

/** A form that changes a link, whose address stays: its end, its password, and what guests may do. */
export function ChangeLink ({ path, link, onClose, onChanged }: ChangeLinkProps) {
  const title = useSignal(link.title)
  const days = useSignal('')
  const password = useSignal('')
  const isOpen = useSignal(false)
  const mayDownload = useSignal(link.download)
  const mayComment = useSignal(link.comments)
  const isOver = Date.parse(link.expires_at) <= Date.now()
  return (
    <FormDialog
      title='Change link' verb='Save' onClose={onClose}
      work={async () => {
        if (!isOpen.value && password.value !== '') requirePassword(password.value)
        await request('POST', path, {
          title: title.value,
          download: mayDownload.value,
          comments: mayComment.value,
          ...(days.value !== '' && { expires_in: secondsOf(days.value) }),
          ...(isOpen.value ? { password: null } : password.value !== '' && { password: password.value })
        })
        await onChanged()
      }}
    >
      <p class='quiet'>Its address stays: who has it need not get another one.</p>
      <TextInput label='Title' value={title} hint='For whom it is, or what: guests read it' />
      <TextInput
        label='Days from now' type='number' value={days}
        hint={`After which it ends: 365 at most; empty: it ${isOver ? 'has expired' : `ends on ${date(link.expires_at)}`}`}
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
      <CheckInput label='Comments' value={mayComment} hint='Guests read them, but for internal ones, and write some' />
      <CheckInput label='Downloads' value={mayDownload} />
    </FormDialog>
  )
}
