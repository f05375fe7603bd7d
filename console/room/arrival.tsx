import { useEffect, useRef } from 'preact/hooks'
import type { Comment, Talk } from './talk.ts'

/** What a user does to look at something else. */
const ACTS = ['pointerdown', 'keydown', 'wheel', 'touchmove']

interface ArrivalProps {
  readonly id: number
  readonly talk: Talk
  readonly show: (comment: Comment) => void
  /** Whether it is shown as chosen. */
  readonly isChosen: boolean
}

/**
 * Leads to the comment that the page's address names, and again for each part of the page that is there later, such as
 * the player, until the user does something.
 */
export function Arrival ({ id, talk, show, isChosen }: ArrivalProps) {
  const comment = talk.comments.find((each) => each.id === id)
  const isOver = useRef(false)
  const { player, clock, turnTo } = talk.stage
  useEffect(() => {
    const end = () => { isOver.current = true }
    for (const name of ACTS) addEventListener(name, end, { capture: true, passive: true })
    return () => { for (const name of ACTS) removeEventListener(name, end, { capture: true }) }
  }, [])
  useEffect(
    () => { if (comment !== undefined && !isOver.current) show(comment) },
    [comment?.id, player.value, clock.value, turnTo.value, comment && talk.versionOf(comment)?.name]
  )
  useEffect(() => {
    const found = document.getElementById(`comment-${id}`)
    if (!isChosen || found === null || isOver.current) return
    found.focus({ preventScroll: true })
    const reveal = () => {
      const block = found.offsetHeight > innerHeight / 3 ? 'start' : 'center'
      if (!isOver.current) found.scrollIntoView({ block })
    }
    const watch = new ResizeObserver(() => { requestAnimationFrame(reveal) })
    for (let part: Element | null = found; part !== null; part = part.parentElement) {
      watch.observe(part)
      for (const other of part.parentElement?.children ?? []) watch.observe(other)
    }
    return () => watch.disconnect()
  }, [isChosen])
  if (comment !== undefined || !talk.isLoaded) return null
  return <p class='wrong' role='alert'>The comment of this address is not here any more.</p>
}
