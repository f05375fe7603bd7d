import type { ComponentChildren } from 'preact'

/** Shown instead of an empty list: what to do first. */
export function Empty ({ title, children }: { title: string, children?: ComponentChildren }) {
  return (
    <div class='empty'>
      <h2>{title}</h2>
      <div>{children}</div>
    </div>
  )
}
