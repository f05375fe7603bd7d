import { useLayoutEffect } from 'preact/hooks'
import { keepIn, keptIn } from '../ui/kept.ts'
import type { Part } from './stage.ts'

/** What is begun of a comment. */
export interface Draft {
  readonly text: string
  readonly time: number | null
  readonly page: number | null
  readonly part?: Part
}

const nameOf = (of: string) => `comment ${of}`

/** What was written of a comment before the page was loaded again. */
export function readDraft (of: string): Draft {
  return JSON.parse(keptIn('sessionStorage', nameOf(of)) || '{"text":"","time":null,"page":null}') as Draft
}

/**
 * Keeps it while the page is loaded again; who leaves the screen leaves it behind. It is kept before the next picture
 * is drawn: a page that is loaded again at once has the last letter, too.
 */
export function useDraft (of: string, draft: Draft): void {
  useLayoutEffect(() => {
    const keep = (value: string) => keepIn('sessionStorage', nameOf(of), value)
    keep(draft.text && JSON.stringify(draft))
    return () => keep('')
  }, [draft.text, draft.time, draft.page, draft.part])
}
