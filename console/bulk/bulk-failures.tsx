import { addressOf } from '../shell/place.ts'
import { Dialog } from '../ui/dialog.tsx'
import { pageOf } from '../find/result.tsx'
import { count } from '../ui/words.ts'
import type { Outcome } from './bulk.ts'

const SHOWN = 200

/** The items that failed, and why. The others were done. */
export function BulkFailures ({ outcome: { done, failed }, onClose }: { outcome: Outcome, onClose: () => void }) {
  return (
    <Dialog title={`${count(failed.length, 'item')} could not be changed`} onClose={onClose} wide>
      <p>{done.length === 0 ? 'Nothing was changed.' : `${count(done.length, 'item')} changed.`}</p>
      <ul class='failures'>
        {failed.slice(0, SHOWN).map(({ found, why }) => (
          <li key={found.item.id}>
            <a href={addressOf(pageOf(found))} onClick={onClose}>{found.item.title}</a> <span class='wrong'>{why}</span>
          </li>
        ))}
      </ul>
      {failed.length > SHOWN && <p class='quiet'>And {failed.length - SHOWN} more.</p>}
    </Dialog>
  )
}
