import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { FormDialog } from '../ui/form-dialog.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { requirePassword } from '../ui/password.ts'
import { allowedBy, AllowedFields, useAllowed } from './allowed.tsx'
import { makeLink, makeLinkOfFolder, type Linked, type Made } from './api.ts'
import { boundsBy, BoundsFields, useBounds, USUAL_BOUNDS } from './bounds.tsx'
import { dayIn, endOf, lastDay } from './ends.ts'

interface NewLinkProps {
  readonly of: Linked | { readonly type: 'drop_folder', readonly id: string }
  readonly title: string
  /** What the link shows, in a sentence. */
  readonly shows: ComponentChildren
  /** Gets the link, or null if none was made. */
  readonly onClose: (made: Made | null) => void
}

const USUAL_DAYS = 30
const NOTHING_BUT_COMMENTS = { comments: true, approvals: false, versions: false, download: false }

/** A form for a link: until when, with which password, and what guests may do. */
export function NewLink ({ of, title: known, shows, onClose }: NewLinkProps) {
  const title = useSignal(known)
  const day = useSignal(dayIn(USUAL_DAYS))
  const password = useSignal('')
  const choice = useAllowed(NOTHING_BUT_COMMENTS)
  const bounds = useBounds(USUAL_BOUNDS)
  const made = useSignal<Made | null>(null)
  return (
    <FormDialog
      title='New link' verb='Make link' onClose={() => onClose(made.value)}
      work={async () => {
        if (password.value !== '') requirePassword(password.value)
        const body = {
          title: title.value,
          expires_at: endOf(day.value),
          ...(password.value !== '' && { password: password.value })
        }
        made.value = of.type === 'drop_folder'
          ? await makeLinkOfFolder(of.id, { ...body, ...boundsBy(bounds) })
          : await makeLink(of, { ...body, ...allowedBy(choice) })
      }}
    >
      <p class='quiet'>{shows} It can be revoked at any time.</p>
      <TextInput label='Title' value={title} required={of.type === 'selection'} hint='For whom it is, or what: guests read it' />
      <TextInput
        label='Ends on' type='date' value={day} required min={dayIn(0)} max={lastDay()}
        hint='It works until the end of this day, for a year at most'
      />
      <TextInput label='Password' type='password' value={password} hint='10 characters or more; empty for whoever has the link' />
      {of.type === 'drop_folder' ? <BoundsFields choice={bounds} /> : <AllowedFields choice={choice} />}
    </FormDialog>
  )
}
