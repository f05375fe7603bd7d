import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done, type Schemas } from '../api/client.ts'
import { newestShown, type MediaFile } from '../items/previews.ts'

export type Facts = Schemas['FileMetadata']

/** What is known of the newest file of an asset. It is asked for as soon as the file is analysed. */
export function useFacts (assetId: string, files: readonly MediaFile[] | null): Facts | null {
  const known = useSignal<{ readonly of: string, readonly facts: Facts | null } | null>(null)
  const file = newestShown(files ?? [])
  const isKnown = file?.analysis === 'done' || file?.analysis === 'unsupported'
  useEffect(() => {
    if (file === undefined || !isKnown) return
    let isGone = false
    done(api.GET('/api/v2/assets/{asset_id}/file_metadata', { params: { path: { asset_id: assetId } } }))
      .then(({ file_metadata: facts }) => { if (!isGone) known.value = { of: file.id, facts } })
      .catch(() => {})
    return () => { isGone = true }
  }, [assetId, file?.id, isKnown])
  return known.value !== null && known.value.of === file?.id ? known.value.facts : null
}
