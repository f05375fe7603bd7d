import { useSignal } from '@preact/signals'
import { copyShown } from '../ui/copy.ts'
import { Dialog } from '../ui/dialog.tsx'
import { count } from '../ui/words.ts'
import { nameOf, type Made } from './api.ts'
import { SendLink } from './send-link.tsx'

interface AddressProps {
  readonly made: Made
  readonly onClose: () => void
}

/** The address of a link, to copy it or to send it. */
export function Address ({ made: { link, count: shown }, onClose }: AddressProps) {
  const isSending = useSignal(false)
  if (isSending.value) return <SendLink link={link} onClose={() => { isSending.value = false }} />
  return (
    <Dialog title={`The link of ${nameOf(link)}`} onClose={onClose}>
      {shown !== undefined && <p>The link shows {count(shown, 'asset')} now.</p>}
      <p class='secret mono'>{link.url}</p>
      <div class='actions'>
        <button type='button' class='button primary' onClick={async () => copyShown(link.url!)}>Copy link</button>
        <button type='button' class='button' onClick={() => { isSending.value = true }}>Send</button>
        <button type='button' class='button' onClick={onClose}>Done</button>
      </div>
    </Dialog>
  )
}
