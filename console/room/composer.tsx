import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { filmClock } from '../film/clock.ts'
import { momentCode } from '../film/timecode.ts'
import { Lazy } from '../ui/lazy.tsx'
import { AT_SIGN, mentionedIn } from './mentions.ts'
import { loadTools } from './load-drawing.ts'
import { loadPeople } from './load-people.ts'
import {
  areas, draw as drawOfPage, hasPicture, hold, isDrawing, isLarge, page as shownPage, shown, sketch, sketchPage,
  takeArea, type Area
} from './stage.ts'
import type { Person, Talk } from './talk.ts'

interface ComposerProps {
  readonly talk: Talk
  readonly add: (body: object) => Promise<boolean>
  readonly isSeen: boolean
  readonly more?: ComponentChildren
  readonly extra?: (() => object | null) | undefined
}

/**
 * The field for a new comment. Who begins to write stops the film, and sees at which moment, before the first letter;
 * a click into the picture then marks a part of it.
 */
export function Composer ({ talk, add, isSeen, more, extra }: ComposerProps) {
  const text = useSignal('')
  const time = useSignal<number | null>(null)
  const area = useSignal<Area | null>(null)
  const page = useSignal<number | null>(null)
  const isWriting = useSignal(false)
  const isSending = useSignal(false)
  const named = useRef<Person[]>([])
  const field = useRef<HTMLTextAreaElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const answered = talk.replyTo?.value ?? null
  const mayDraw = hasPicture.value || shownPage.value !== null
  const mayMark = isSeen && hasPicture.value

  useEffect(() => {
    if (!isSeen || !isWriting.value) return
    takeArea.value = (marked) => {
      holdShown()
      area.value = marked
      areas.value = [marked]
    }
    return () => { takeArea.value = null }
  }, [isSeen, isWriting.value])
  const latestDraw = useRef(draw)
  latestDraw.current = draw
  useEffect(() => {
    drawOfPage.value = () => latestDraw.current()
    return () => {
      drawOfPage.value = sketch.value = null
      isDrawing.value = false
    }
  }, [])
  // Who has drawn on the whole screen writes here.
  useEffect(() => { if (!isLarge.value && isDrawing.peek()) field.current?.focus() }, [isLarge.value])
  useEffect(() => { if (answered !== null) field.current?.focus() }, [answered?.id])
  // What stays above the field leaves room for it.
  useEffect(() => {
    const watch = new ResizeObserver(() => {
      box.current?.parentElement?.parentElement?.style.setProperty('--composer', `${box.current.offsetHeight}px`)
    })
    watch.observe(box.current!)
    return () => watch.disconnect()
  }, [])

  function begin (): void {
    if (isWriting.value) return
    isWriting.value = true
    if (answered === null) page.value = shownPage.peek()
    if (!isSeen) return
    const moment = hold()
    // A reply is about the moment of what it answers.
    if (answered !== null) return
    time.value = moment
    areas.value = []
    shown.value = null
  }
  /** What is marked or drawn is on what is shown now, also if the film was moved after the first letter. */
  function holdShown (): void {
    if (time.value !== null) time.value = hold()
    if (page.value !== null) page.value = shownPage.peek()
  }
  function end (): void {
    text.value = ''
    time.value = area.value = page.value = null
    areas.value = []
    sketch.value = null
    isDrawing.value = false
    isWriting.value = false
    named.current = []
    if (talk.replyTo !== null) talk.replyTo.value = null
  }

  function draw (): void {
    begin()
    isDrawing.value = !isDrawing.value
    if (sketch.value === null) {
      holdShown()
      sketch.value = []
      sketchPage.value = page.value
    }
  }

  async function send (): Promise<void> {
    const also = extra === undefined ? {} : extra()
    if (text.value.trim() === '' || also === null || isSending.value) return
    isSending.value = true
    const about = answered !== null
      ? { reply_to: answered.id }
      : {
          ...time.value !== null && { time: time.value },
          ...area.value !== null && { area: area.value },
          ...page.value !== null && { page: page.value }
        }
    const drawn = sketch.value !== null && sketch.value.length > 0 && { drawing: sketch.value }
    try {
      const mentions = mentionedIn(text.value, named.current)
      if (await add({ text: text.value, ...also, ...about, ...drawn, ...mentions.length > 0 && { mentions } })) end()
    } finally {
      isSending.value = false
    }
  }

  return (
    <div class='composer' ref={box}>
      {answered !== null && (
        <p class='quiet'>
          Reply to <bdi>{answered.author}</bdi>{' '}
          <button type='button' class='link' onClick={() => { talk.replyTo!.value = null }}>Cancel</button>
        </p>
      )}
      <div class='composer-about'>
        {time.value !== null && answered === null && (
          <button type='button' class='moment' title='Take the moment away' onClick={() => { time.value = null }}>
            At {momentCode(time.value, filmClock.value)}
          </button>
        )}
        {page.value !== null && answered === null && (
          <button type='button' class='moment' title='Take the page away' onClick={() => { page.value = null }}>On page {page.value}</button>
        )}
        {area.value !== null && (
          <button type='button' class='moment' title='Take the mark away' onClick={() => { area.value = null; areas.value = [] }}>Part of the picture</button>
        )}
        {mayMark && isWriting.value && !isDrawing.value && area.value === null && answered === null && (
          <span class='quiet'>Click into the picture to mark a part of it.</span>
        )}
      </div>
      {isDrawing.value && !isLarge.value && <Lazy load={loadTools} props={{}} />}
      {talk.people !== null && AT_SIGN.test(text.value) && (
        <Lazy
          load={loadPeople}
          props={{ field, text, load: talk.people, onChosen: (person: Person) => { named.current.push(person) } }}
        />
      )}
      <textarea
        ref={field} rows={1} maxLength={10_000} aria-label={talk.words.field} value={text.value}
        placeholder='Write a comment'
        onFocus={begin}
        onBlur={() => { if (text.value === '' && area.value === null && sketch.value === null) { isWriting.value = false; time.value = page.value = null } }}
        onInput={(event) => { begin(); text.value = event.currentTarget.value }}
        onKeyDown={(event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); send() } }}
      />
      <div class='composer-foot'>
        {mayDraw && <button type='button' class='button' aria-pressed={isDrawing.value} onClick={draw}>Draw</button>}
        {more}
        <button type='button' class='button primary' disabled={isSending.value} onClick={send}>{answered === null ? 'Comment' : 'Reply'}</button>
      </div>
    </div>
  )
}
