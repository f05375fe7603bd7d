import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Composer } from './composer.tsx'
import { byMoment, newestFirst } from './order.ts'
import { Said } from './said.tsx'
import { areas, marks, seek, shown, showPage } from './stage.ts'
import type { Comment, Talk } from './talk.ts'
import './room.css'

/** Comments that are shown at once: the page of thousands would be slow. */
const PART = 200
const NONE: readonly Comment[] = []

interface DiscussionProps {
  readonly talk: Talk
  /** Whether comments may be about a moment, or about a part of a picture. */
  readonly isSeen: boolean
  /** More inputs beside the field. */
  readonly more?: ComponentChildren
  /** More buttons above the comments. */
  readonly tools?: ComponentChildren
  /** What these inputs add to a new comment; null if something is missing there. */
  readonly extra?: () => object | null
}

/** Comments in the order of their moments, and the field for a new one, always in reach. */
export function Discussion ({ talk, isSeen, more, tools, extra }: DiscussionProps) {
  const isNewest = useSignal(false)
  const hidesDone = useSignal(false)
  const chosen = useSignal<number | null>(null)
  const most = useSignal(PART)

  function show (comment: Comment): void {
    if (comment.time !== null) seek(comment.time)
    if (comment.page !== null) showPage.value?.(comment.page)
    areas.value = comment.area === null ? [] : [comment.area]
    const { drawing, time, page } = comment
    const made = talk.versionOf(comment)
    const version = made?.isEarlier === true ? made.name : null
    shown.value = drawing === null ? null : { drawing, time, page, version }
    chosen.value = comment.id
    most.value = Math.max(most.value, threads.indexOf(comment) + 1)
  }
  const replies = useMemo(() => repliesOf(talk.comments), [talk.comments])
  const threads = talk.comments.filter(({ reply_to: replyTo, done }) => replyTo === null && !(hidesDone.value && done))
    .sort(isNewest.value ? newestFirst : byMoment)
  const latestShow = useRef(show)
  latestShow.current = show
  useEffect(() => {
    marks.value = threads.filter(({ time }) => time !== null).map((comment) => ({
      id: comment.id,
      time: comment.time!,
      duration: comment.duration,
      name: comment.text.slice(0, 100),
      done: comment.done,
      // Which version it was made on is known later.
      show: () => latestShow.current(comment)
    }))
  }, [talk.comments, hidesDone.value, isNewest.value])
  useEffect(() => {
    document.getElementById(`comment-${chosen.value}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen.value])
  useEffect(() => () => {
    marks.value = []
    areas.value = []
    shown.value = null
  }, [])

  return (
    <>
      <div class='talk'>
        <div class='talk-head'>
          <h2>Comments</h2>
          {talk.comments.length > 0 && (
            <>
              <label class='check'>
                <input type='checkbox' checked={isNewest.value} onChange={() => { isNewest.value = !isNewest.value }} />Newest first
              </label>
              <label class='check'>
                <input type='checkbox' checked={hidesDone.value} onChange={() => { hidesDone.value = !hidesDone.value }} />Hide done
              </label>
            </>
          )}
          {tools}
        </div>
        {talk.comments.length === 0 && <p class='quiet'>Nobody has said anything yet.</p>}
        <ul class='comment-list' aria-live='polite'>
          {threads.slice(0, most.value).map((comment) => (
            <Said
              key={comment.id} comment={comment} talk={talk} show={show} isChosen={chosen.value === comment.id}
              replies={replies.get(comment.id) ?? NONE}
            />
          ))}
        </ul>
        {threads.length > most.value && (
          <button type='button' class='button' onClick={() => { most.value += PART }}>Show more</button>
        )}
      </div>
      {talk.add !== null && <Composer talk={talk} add={talk.add} isSeen={isSeen} more={more} extra={extra} />}
    </>
  )
}

/** The replies to each comment, by its id. */
function repliesOf (comments: readonly Comment[]): ReadonlyMap<number, Comment[]> {
  const replies = new Map<number, Comment[]>()
  for (const comment of comments) {
    if (comment.reply_to === null) continue
    const known = replies.get(comment.reply_to)
    if (known === undefined) replies.set(comment.reply_to, [comment])
    else known.push(comment)
  }
  return replies
}
