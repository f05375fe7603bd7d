import { copyShown } from '../ui/copy.ts'
import { Dialog } from '../ui/dialog.tsx'

/** A new key, or the link of an invitation: it is never shown again. */
export function ShownOnce (
  { value, whose, what = 'key', onClose }: { value: string, whose: string, what?: string, onClose: () => void }
) {
  return (
    <Dialog title={`The ${what} of ${whose}`} onClose={onClose}>
      <p>It is shown this once. Copy it now.</p>
      <p class='secret mono'>{value}</p>
      <div class='actions'>
        <button type='button' class='button primary' onClick={async () => copyShown(value)}>Copy</button>
        <button type='button' class='button' onClick={onClose}>Done</button>
      </div>
    </Dialog>
  )
}
