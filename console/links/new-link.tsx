import { useSignal } from '@preact/signals'
import { request } from '../api/client.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { CheckInput, TextInput } from '../ui/inputs.tsx'
import { requirePassword } from '../ui/password.ts'

interface NewLinkProps {
  /** The path of the links. */
  readonly path: string
  readonly title: string
  /** What the link shows, in a sentence. */
  readonly shows: string
  readonly onClose: () => void
  /** `count`: how many assets it shows, of a collection. */
  readonly onMade: (made: { readonly url: string, readonly count?: number }) => Promise<void>
}

const DAY_S = 86_400

/** The seconds of a number of days, as it was typed. */
export const secondsOf = (days: string): number => Math.round(Number(days) * DAY_S)

/** A form for a link: until when, with which password, and what guests may do. */
export function NewLink ({ path, title: known, shows, onClose, onMade }: NewLinkProps) {
  const title = useSignal(known)
  const days = useSignal('30')
  const password = useSignal('')
  const mayDownload = useSignal(false)
  const mayComment = useSignal(true)
  return (
    <FormDialog
      title='New link' verb='Make link' onClose={onClose}
      work={async () => {
        if (password.value !== '') requirePassword(password.value)
        const { link, count } = await request<{ link: { url: string }, count?: number }>('POST', path, {
          title: title.value,
          expires_in: secondsOf(days.value),
          download: mayDownload.value,
          comments: mayComment.value,
          ...(password.value !== '' && { password: password.value })
        })
        await onMade({ url: link.url, ...(count !== undefined && { count }) })
      }}
    >
      <p class='quiet'>{shows} It can be revoked at any time.</p>
      <TextInput label='Title' value={title} hint='For whom it is, or what: guests read it' />
      <TextInput label='Days' type='number' value={days} required hint='After which it ends: 365 at most' />
      <TextInput label='Password' type='password' value={password} hint='10 characters or more; empty for whoever has the link' />
      <CheckInput label='Comments' value={mayComment} hint='Guests read them, but for internal ones, and write some' />
      <CheckInput label='Downloads' value={mayDownload} />
    </FormDialog>
  )
}
