import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Lazy } from '../ui/lazy.tsx'
import { AboutNew, useAbout, useArea } from './about.tsx'
import { readDraft, useDraft } from './draft.ts'
import { loadTools } from './load-drawing.ts'
import type { NewComment, Talk } from './talk.ts'
import { useMentions } from './use-mentions.tsx'
import { usePencil } from './use-pencil.ts'

interface ComposerProps {
  readonly talk: Talk
  readonly add: (body: NewComment) => Promise<boolean>
  readonly isSeen: boolean
  readonly more?: ComponentChildren
  readonly extra?: (() => object | null) | undefined
}

/**
 * The field for a new comment. Who begins to write stops the film, and sees at which moment, before the first letter;
 * a click into the picture then marks a part of it.
 */
export function Composer ({ talk, add, isSeen, more, extra }: ComposerProps) {
  const { stage, replyTo } = talk
  const { sketch } = stage
  const draft = useMemo(() => readDraft(talk.name), [])
  const text = useSignal(draft.text)
  const isWriting = useSignal(draft.text !== '')
  const isSending = useSignal(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const about = useAbout(stage, draft)
  const mentions = useMentions(talk, field, text)
  const draw = usePencil(stage, about, begin)
  const answered = replyTo?.value ?? null
  const mayDraw = stage.hasPicture.value || stage.page.value !== null

  useDraft(talk.name, { text: text.value, time: about.time.value, page: about.page.value, part: stage.part.value })
  useArea(stage, about, isSeen && isWriting.value)
  const isLarge = stage.isLarge.value
  // Who has drawn on the whole screen writes here.
  useEffect(() => { if (!isLarge && sketch.isDrawing.peek()) field.current?.focus() }, [isLarge])
  useEffect(() => { if (answered !== null) field.current?.focus() }, [answered?.id])

  function begin (): void {
    if (isWriting.value) return
    isWriting.value = true
    if (answered === null) about.begin(isSeen)
    else if (isSeen) stage.hold()
  }
  /** Nothing was begun. */
  function leave (): void {
    if (text.value !== '' || stage.area.value !== null || sketch.drawing.value !== null) return
    isWriting.value = false
    about.forget()
  }
  function end (): void {
    text.value = ''
    isWriting.value = false
    about.forget()
    if (answered === null) stage.markPart()
    mentions.forget()
    sketch.end()
    if (replyTo !== null) replyTo.value = null
  }

  async function send (): Promise<void> {
    const also = extra === undefined ? {} : extra()
    if (text.value.trim() === '' || also === null || isSending.value) return
    isSending.value = true
    const of = answered === null ? about.sent() : { reply_to: answered.id }
    const drawing = sketch.drawing.value ?? []
    const drawn = drawing.length > 0 && { drawing: [...drawing] }
    try {
      if (await add({ text: text.value, ...also, ...of, ...drawn, ...mentions.sent() })) end()
    } finally {
      isSending.value = false
    }
  }

  return (
    <div class='composer' ref={useRoomAbove()}>
      {answered !== null && (
        <p class='quiet'>
          Reply to <bdi>{answered.author}</bdi>{' '}
          <button type='button' class='link' onClick={() => { replyTo!.value = null }}>Cancel</button>
        </p>
      )}
      <AboutNew
        stage={stage} about={about} isReply={answered !== null}
        mayMark={isSeen && stage.hasPicture.value && isWriting.value && !sketch.isDrawing.value}
      />
      {sketch.isDrawing.value && !isLarge && <Lazy load={loadTools} props={{ sketch }} />}
      {mentions.list}
      <textarea
        ref={field} rows={1} maxLength={10_000} aria-label={talk.words.field} value={text.value}
        placeholder='Write a comment'
        onFocus={begin} onBlur={leave}
        onInput={(event) => { begin(); text.value = event.currentTarget.value }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          send()
        }}
      />
      <div class='composer-foot'>
        {mayDraw && <button type='button' class='button' aria-pressed={sketch.isDrawing.value} onClick={draw}>Draw</button>}
        {more}
        <button type='button' class='button primary' disabled={isSending.value} onClick={send}>
          {answered === null ? 'Comment' : 'Reply'}
        </button>
      </div>
    </div>
  )
}

/** What stays above the field leaves room for it. */
function useRoomAbove () {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const watch = new ResizeObserver(() => {
      box.current?.parentElement?.parentElement?.style.setProperty('--composer', `${box.current.offsetHeight}px`)
    })
    watch.observe(box.current!)
    return () => watch.disconnect()
  }, [])
  return box
}
