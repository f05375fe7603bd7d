import { useSignal } from '@preact/signals'
import { CheckInput } from '../ui/inputs.tsx'
import type { Allowed } from './api.ts'

/** What guests may do, while somebody chooses it. */
export function useAllowed (
  { comments = false, approvals = false, versions = false, download = false }: Partial<Allowed>
) {
  return {
    comments: useSignal(comments),
    approvals: useSignal(approvals),
    versions: useSignal(versions),
    download: useSignal(download)
  }
}

type Choice = ReturnType<typeof useAllowed>

export function allowedBy ({ comments, approvals, versions, download }: Choice): Allowed {
  return { comments: comments.value, approvals: approvals.value, versions: versions.value, download: download.value }
}

export function AllowedFields ({ choice: { comments, approvals, versions, download } }: { readonly choice: Choice }) {
  return (
    <>
      <CheckInput label='Comments' value={comments} hint='Guests read them, but for internal ones, and write some' />
      <CheckInput label='Approvals' value={approvals} hint='Guests approve, or say that changes are needed, by their name' />
      <CheckInput label='Versions' value={versions} hint='Guests see what the files were before' />
      <CheckInput label='Downloads' value={download} />
    </>
  )
}
