import { Dialog } from '../ui/dialog.tsx'
import { tell } from '../ui/notes.tsx'

/** A new key, or a link: it is never shown again. */
export function ShownOnce (
  { value, whose, what = 'key', onClose }: { value: string, whose: string, what?: string, onClose: () => void }
) {
  const copy = () => {
    navigator.clipboard.writeText(value).then(() => tell('Copied.'), () => tell('Choose the text and copy it by hand.'))
  }
  return (
    <Dialog title={`The ${what} of ${whose}`} onClose={onClose}>
      <p>It is shown this once. Copy it now.</p>
      <p class='secret mono'>{value}</p>
      <div class='actions'>
        <button type='button' class='button primary' onClick={copy}>Copy</button>
        <button type='button' class='button' onClick={onClose}>Done</button>
      </div>
    </Dialog>
  )
}
