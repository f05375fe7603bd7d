import type { ReadonlySignal } from '@preact/signals'
import type { Answer } from '../../client/cutroom.d.ts'
import { api, done, type Schemas } from '../api/client.ts'
import { tellFailure } from '../ui/notes.tsx'
import { useLoaded } from '../ui/use-loaded.ts'

export interface KnownApprovals {
  readonly path: { readonly asset_id: string }
  readonly approvals: ReadonlyArray<Schemas['Approval']>
  readonly status: Schemas['Approval']['status'] | 'none'
  /** Waits for a change, and reads them again. Tells the user where it fails. */
  readonly act: (asked: Promise<Answer<unknown>>) => Promise<void>
}

/** The decisions about an asset; null until they are known. */
export function useApprovals (id: string, heard: ReadonlySignal<number>): KnownApprovals | null {
  const path = { asset_id: id }
  const { data, reload } = useLoaded(
    async () => done(api.GET('/api/v2/assets/{asset_id}/approvals', { params: { path } })), [id, heard.value])
  if (data.value === null) return null

  async function act (asked: Promise<Answer<unknown>>) {
    try {
      await done(asked)
      await reload()
    } catch (error) {
      tellFailure(error)
    }
  }
  return { path, ...data.value, act }
}
