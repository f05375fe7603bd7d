import { useSignal } from '@preact/signals'
import { TextInput } from '../ui/inputs.tsx'
import type { Bounds } from './api.ts'

const GIBIBYTE = 1024 ** 3

export const USUAL_BOUNDS: Bounds = { files: 1000, bytes: 100 * GIBIBYTE }

/** How much guests may send, while somebody chooses it. */
export function useBounds ({ files, bytes }: Bounds) {
  return { files: useSignal(String(files)), gibibytes: useSignal(String(bytes / GIBIBYTE)) }
}

type Choice = ReturnType<typeof useBounds>

export function boundsBy ({ files, gibibytes }: Choice): Bounds {
  return { files: Number(files.value), bytes: Math.max(1, Math.round(Number(gibibytes.value) * GIBIBYTE)) }
}

export function BoundsFields ({ choice: { files, gibibytes } }: { readonly choice: Choice }) {
  return (
    <>
      <TextInput label='Files' type='number' value={files} required min='1' max='10000' hint='How many files guests may send by it' />
      <TextInput label='GiB' type='number' value={gibibytes} required min='0' step='any' hint='How much guests may send by it, in all' />
    </>
  )
}
