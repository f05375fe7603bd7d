import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { clockOf, type FilmClock, type FilmTimes } from '../../src/basics/time-code.ts'
import { request } from '../api/client.ts'
import type { MediaFile } from '../items/previews.ts'

/** How time codes count the file of an asset. It is asked for as soon as a file is analysed. */
export function useClock (assetId: string, file: MediaFile | undefined): FilmClock | null {
  const known = useSignal<{ readonly of: string, readonly clock: FilmClock | null } | null>(null)
  const isAnalysed = file?.analysis === 'done'
  useEffect(() => {
    if (file === undefined || !isAnalysed) return
    let isGone = false
    request<{ file_metadata: FilmTimes | null }>('GET', `/api/v2/assets/${encodeURIComponent(assetId)}/file_metadata`)
      .then(({ file_metadata: found }) => {
        if (!isGone) known.value = { of: file.id, clock: found === null ? null : clockOf(found) }
      })
      .catch(() => {})
    return () => { isGone = true }
  }, [assetId, file?.id, isAnalysed])
  return known.value !== null && known.value.of === file?.id ? known.value.clock : null
}
