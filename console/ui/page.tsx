import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useBehind } from '../shell/curl.tsx'

interface PageProps {
  readonly title: string
  /** The request behind it. */
  readonly behind: string
  readonly failure?: string | null
  readonly actions?: ComponentChildren
  readonly children?: ComponentChildren
}

/** What most screens look like: a heading, what can be done, and what there is. */
export function Page ({ title, behind, failure = null, actions, children }: PageProps) {
  useBehind(behind)
  useEffect(() => { document.title = `${title} · Cutroom` }, [title])
  return (
    <div class='page'>
      <header class='page-head'>
        <h1>{title}</h1>
        <div class='actions'>{actions}</div>
      </header>
      {failure !== null && <p class='wrong' role='alert'>{failure}</p>}
      {children}
    </div>
  )
}
