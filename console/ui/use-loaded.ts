import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useCallback, useEffect, useRef } from 'preact/hooks'
import { sentenceOf } from '../api/failure.ts'

export interface Loaded<Data> {
  readonly data: ReadonlySignal<Data | null>
  /** Why there is no data, in a sentence. */
  readonly failure: ReadonlySignal<string | null>
  readonly reload: () => Promise<void>
  /** Replaces the data without loading. */
  readonly put: (data: Data) => void
}

/** The data of a screen: loaded when it opens, and again when `keys` change. The old data stays until then. */
export function useLoaded<Data> (load: () => Promise<Data>, keys: readonly unknown[]): Loaded<Data> {
  const data = useSignal<Data | null>(null)
  const failure = useSignal<string | null>(null)
  const newest = useRef(0)
  const current = useRef(load)
  current.current = load
  const reload = useCallback(async () => {
    const mine = ++newest.current
    try {
      const loaded = await current.current()
      if (mine !== newest.current) return
      data.value = loaded
      failure.value = null
    } catch (error) {
      if (mine === newest.current) failure.value = sentenceOf(error)
    }
  }, [])
  useEffect(() => {
    reload()
    return () => { newest.current++ }
  }, keys)
  return { data, failure, reload, put: (value) => { newest.current++; data.value = value } }
}
