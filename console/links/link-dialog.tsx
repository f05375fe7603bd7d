import { useSignal } from '@preact/signals'
import { FormDialog } from '../ui/form-dialog.tsx'
import { tell } from '../ui/notes.tsx'
import { Address } from './address.tsx'
import { changeLink, isForFiles, nameOf, revokeLink, type Link } from './api.ts'
import { ChangeLink } from './change-link.tsx'
import { SendLink } from './send-link.tsx'

/** What somebody wants of a link. */
export interface Asked {
  readonly what: 'show' | 'send' | 'change' | 'renew' | 'revoke'
  readonly link: Link
}

interface LinkDialogProps {
  readonly asked: Asked
  /** Gets what comes next, or null. */
  readonly onNext: (next: Asked | null) => void
  readonly onChanged: (link: Link) => void
  readonly onRevoked: (link: Link) => void
}

const NOTHING = 'sees nothing from then on.'
const NO_FILES = 'sends nothing from then on. What is on its way ends, and what has come in stays.'

/** The dialog for what somebody wants of a link. */
export function LinkDialog ({ asked: { what, link }, onNext, onChanged, onRevoked }: LinkDialogProps) {
  const onClose = () => onNext(null)
  if (what === 'show') return <Address made={{ link }} onClose={onClose} />
  if (what === 'send') return <SendLink link={link} onClose={onClose} />
  if (what === 'change') {
    return (
      <ChangeLink
        link={link} onClose={onClose}
        onChanged={(changed) => {
          tell('The link was changed.')
          onChanged(changed)
        }}
      />
    )
  }
  if (what === 'revoke') {
    return (
      <FormDialog
        title='Revoke this link?' verb='Revoke' isDanger onClose={onClose}
        work={async () => {
          await revokeLink(link)
          tell('The link was revoked.')
          onRevoked(link)
        }}
      >
        <p>
          Who has the address of <strong><bdi>{nameOf(link)}</bdi></strong> {isForFiles(link) ? NO_FILES : NOTHING}
        </p>
      </FormDialog>
    )
  }
  return (
    <RenewLink
      link={link}
      onClose={(renewed) => {
        if (renewed !== null) onChanged(renewed)
        onNext(renewed === null ? null : { what: 'show', link: renewed })
      }}
    />
  )
}

function RenewLink ({ link, onClose }: { link: Link, onClose: (renewed: Link | null) => void }) {
  const renewed = useSignal<Link | null>(null)
  return (
    <FormDialog
      title={`A new link for ${nameOf(link)}?`} verb='New link' onClose={() => onClose(renewed.value)}
      work={async () => { renewed.value = await changeLink(link, { new_url: true }) }}
    >
      <p>The old address ends at once: who has it needs the new one. All else stays.</p>
    </FormDialog>
  )
}
