import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useBehind } from '../shell/curl.tsx'
import { Skeleton } from './skeleton.tsx'

interface PageProps {
  readonly title: string
  /** The request behind it. */
  readonly behind: string
  readonly failure?: string | null
  /** Whether there is nothing to show yet. */
  readonly isComing: boolean
  readonly actions?: ComponentChildren
  readonly children?: ComponentChildren
}

/** The layout of most screens: a heading, actions, and the content. */
export function Page ({ title, behind, failure = null, isComing, actions, children }: PageProps) {
  useBehind(behind)
  useEffect(() => { document.title = `${title} · Cutroom` }, [title])
  return (
    <div class='page'>
      <header class='page-head'>
        <h1 dir='auto'>{title}</h1>
        <div class='actions'>{actions}</div>
      </header>
      {failure !== null && <p class='wrong' role='alert'>{failure}</p>}
      {children}
      {isComing && failure === null && <Skeleton />}
    </div>
  )
}
