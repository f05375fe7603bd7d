import type { TargetedKeyboardEvent } from 'preact'

/** Arrow keys scroll what is wider than its place, and lead to no other result then. */
export function keepArrows (event: TargetedKeyboardEvent<HTMLElement>): void {
  const { scrollWidth, clientWidth } = event.currentTarget
  if (/^Arrow(?:Left|Right)$/.test(event.key) && scrollWidth > clientWidth) event.stopPropagation()
}
