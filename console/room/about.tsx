import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { momentCode, passageCode } from '../film/timecode.ts'
import type { Draft } from './draft.ts'
import type { Stage } from './stage.ts'
import type { NewComment } from './talk.ts'

/** What a new comment is about: a moment or a passage, a page, a part of the picture. */
export interface About {
  readonly time: Signal<number | null>
  readonly page: Signal<number | null>
  /** Takes what is shown. Where something is seen, the film stops at it. */
  readonly begin: (isSeen: boolean) => void
  /** Takes what is shown now, also if the film was moved after the first letter. */
  readonly renew: () => void
  readonly sent: () => Partial<NewComment>
  readonly forget: () => void
}

export function useAbout (stage: Stage, draft: Draft): About {
  const time = useSignal(draft.time)
  const page = useSignal(draft.page)
  useLayoutEffect(() => { if (draft.part !== undefined) stage.markPart(draft.part) }, [])
  /** What is marked or drawn of a passage is shown at its first picture. */
  const hold = () => {
    const passage = stage.passage.peek()
    if (passage === null) return stage.hold()
    stage.seek(passage.time)
    return passage.time
  }
  /** Whether writing began before the film was there. */
  const isAwaited = useRef(false)
  const take = () => {
    time.value = hold()
    isAwaited.current = time.value === null
  }
  const film = stage.player.value
  useEffect(() => {
    if (film === null) return
    const arrive = () => { if (isAwaited.current) take() }
    arrive()
    film.addEventListener('loadedmetadata', arrive)
    return () => film.removeEventListener('loadedmetadata', arrive)
  }, [film])
  return {
    time,
    page,
    begin: (isSeen) => {
      page.value = stage.page.peek()
      if (!isSeen) return
      take()
      stage.choose(null)
    },
    renew: () => {
      if (time.value !== null || stage.passage.peek() !== null) time.value = hold()
      if (page.value !== null) page.value = stage.page.peek()
    },
    sent: () => ({
      ...stage.passage.value ?? (time.value !== null && { time: time.value }),
      ...stage.area.value !== null && { area: stage.area.value },
      ...page.value !== null && { page: page.value }
    }),
    forget: () => {
      time.value = page.value = null
      isAwaited.current = false
      stage.markArea(null)
    }
  }
}

/** While it is written, a click into the picture marks a part of it: of what is shown then. */
export function useArea (stage: Stage, about: About, isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return
    return stage.askForArea((marked) => {
      about.renew()
      stage.markArea(marked)
    })
  }, [isAsked])
}

interface AboutNewProps {
  readonly stage: Stage
  readonly about: About
  /** A reply is about the moment of what it answers. */
  readonly isReply: boolean
  /** Whether a part of the picture may be marked now. */
  readonly mayMark: boolean
}

/** Says what the new comment is about, and takes each away at a click. */
export function AboutNew ({ stage, about: { time, page }, isReply, mayMark }: AboutNewProps) {
  const { area, clock, passage, markArea, markPart } = stage
  return (
    <div class='composer-about'>
      {passage.value !== null && !isReply && (
        <button type='button' class='moment' title='Take In and Out away' onClick={() => markPart()}>
          {passageCode(passage.value.time, passage.value.duration, clock.value)}
        </button>
      )}
      {time.value !== null && passage.value === null && !isReply && (
        <button type='button' class='moment' title='Take the moment away' onClick={() => { time.value = null }}>
          At {momentCode(time.value, clock.value)}
        </button>
      )}
      {page.value !== null && !isReply && (
        <button type='button' class='moment' title='Take the page away' onClick={() => { page.value = null }}>
          On page {page.value}
        </button>
      )}
      {area.value !== null && (
        <button type='button' class='moment' title='Take the mark away' onClick={() => markArea(null)}>
          Part of the picture
        </button>
      )}
      {mayMark && area.value === null && !isReply && (
        <span class='quiet'>To mark a part, point at it in the picture.</span>
      )}
    </div>
  )
}
