import { useSignal } from '@preact/signals'
import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { tellFailure } from './notes.tsx'

interface LazyProps<Props> {
  readonly load: () => Promise<ComponentType<Props>>
  readonly props: Props
  /** Shown until then. */
  readonly waiting?: ComponentChildren
}

/** The file names of parts change with each version. */
export const NOT_LOADED = 'This part of the page did not load. Where the service was upgraded, load the page again: ' +
  'what you have typed is kept.'

/** Loads a part of a screen on demand. */
export function Lazy<Props extends object> ({ load, props, waiting = null }: LazyProps<Props>) {
  const loaded = useSignal<{ load: unknown, View: ComponentType<Props> } | null>(null)
  useEffect(() => {
    load().then((View) => { loaded.value = { load, View } }, () => tellFailure(new Error(NOT_LOADED)))
  }, [load])
  // Of two beside each other one may take the place of the other, and does not show what belongs there.
  if (loaded.value?.load !== load) return <>{waiting}</>
  const { View } = loaded.value
  return <View {...props} />
}
