import { useSignal } from '@preact/signals'
import { selectHits } from '../find/all-hits.ts'
import { isCapped, total } from '../find/results.ts'
import { selectedCount } from '../find/selection.ts'
import { tellFailure } from '../ui/notes.tsx'
import { number } from '../ui/words.ts'
import { running } from './running.tsx'

/** Selects all that the search finds, however many there are. */
export function SelectHits ({ search }: { search: URLSearchParams }) {
  const stop = useSignal<AbortController | null>(null)
  const begin = async () => {
    const mine = stop.value = new AbortController()
    try {
      await selectHits(search, mine.signal)
    } catch (error) {
      if (!mine.signal.aborted) tellFailure(error)
    } finally {
      stop.value = null
    }
  }
  if (stop.value !== null) {
    return <button type='button' class='button' onClick={() => stop.value?.abort()}>Stop selecting</button>
  }
  const areAll = total.value === null || (!isCapped.value && total.value <= selectedCount.value)
  if (total.value === null || areAll || running.value !== null) return null
  return (
    <button type='button' class='button' onClick={begin}>
      Select all {number(total.value)}{isCapped.value ? '+' : ''}
    </button>
  )
}
