import { useRef } from 'preact/hooks'
import { useChanges } from '../live/follow.ts'
import { tellFailure } from '../ui/notes.tsx'
import { useEvery } from '../ui/use-every.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { readAgain, readRuns, urlOfRuns, type Listed } from './list.ts'
import { isOfRun, isOpen } from './run-words.tsx'

/** Runs that wait, and progress, are no changes: while a run is open, it is asked for again. */
export const LOOK_MS = 3000

const NONE: Listed = { runs: [], next: null }

/** The runs that filters find, newest first: they follow what happens. */
export function useRuns (filters: URLSearchParams) {
  const url = urlOfRuns(filters)
  const shown = useRef<{ url: string, list: Listed }>({ url: '', list: NONE })
  const { data, failure, reload, put } = useLoaded(async () => {
    const { url: before, list } = shown.current
    return { url, list: before === url ? await readAgain(url, list) : await readRuns(url) }
  }, [url])
  shown.current = data.value ?? shown.current
  const { runs, next } = shown.current.list
  useChanges(isOfRun, reload)
  useEvery(LOOK_MS, () => { if (runs.some(isOpen)) reload() })

  async function loadOlder (): Promise<void> {
    const older = await readRuns(next!)
    put({ url, list: { ...older, runs: [...shown.current.list.runs, ...older.runs] } })
  }
  return {
    runs,
    failure,
    reload,
    isComing: data.value === null,
    /** Undefined if there are none. */
    older: next === null ? undefined : () => { loadOlder().catch(tellFailure) }
  }
}
