import { useSignal } from '@preact/signals'
import { read, urlOf } from '../api/client.ts'
import { useChanges } from '../live/follow.ts'
import { useEvery } from '../ui/use-every.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import type { Status } from './arrival-words.tsx'

/** What waits, and progress, are no changes. */
const LOOK_MS = 3000
/** How many are shown: all of these are asked for again, as each may change. */
const SHOWN = [25, 100, 400, 1000] as const

/** The arrivals of a drop folder with a status, newest first: they follow what happens. */
export function useArrivals (id: string, status: Status | null) {
  const step = useSignal(0)
  const limit = SHOWN[step.value]!
  const url = urlOf('/api/v2/drop_folders/{drop_folder_id}/arrivals', {
    path: { drop_folder_id: id }, query: { limit, ...status !== null && { status } }
  })
  const { data, failure, reload } = useLoaded(async () => read(url), [url])
  useChanges(({ event, targets }) => event === 'INCOMING_ASSET_ADDED_TO_DROP_FOLDER' &&
    String((targets as { drop_folder_id?: number }).drop_folder_id) === id, reload)
  useEvery(LOOK_MS, reload)
  const isMore = data.value !== null && data.value.next !== null
  return {
    arrivals: data.value?.data.arrivals ?? [],
    isComing: data.value === null,
    failure,
    reload,
    /** Undefined if there are none, or these are all that are shown. */
    older: isMore && step.value < SHOWN.length - 1 ? () => { step.value++ } : undefined,
    isCut: isMore && step.value === SHOWN.length - 1
  }
}
