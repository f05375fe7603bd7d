import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Lazy } from '../ui/lazy.tsx'
import { Composer } from './composer.tsx'
import { byMoment, newestFirst } from './order.ts'
import { Said } from './said.tsx'
import { useSlices } from './slices.ts'
import type { Comment, Talk } from './talk.ts'
import './room.css'

/** Comments that are shown at once: the page of thousands would be slow. */
const PART = 200
const NONE: readonly Comment[] = []

const loadArrival = async () => (await import('./arrival.tsx')).Arrival

/** The comments that are no replies, in their order, done ones too. */
export interface Listed {
  readonly threads: readonly Comment[]
  /** The id of the chosen comment, or of the one that it answers. */
  readonly chosen: number | null
  readonly show: (comment: Comment) => void
}

interface DiscussionProps {
  readonly talk: Talk
  /** Whether comments may be about a moment, or about a part of a picture. */
  readonly isSeen: boolean
  /** More inputs beside the field. */
  readonly more?: ComponentChildren
  /** More above the comments. */
  readonly tools?: (listed: Listed) => ComponentChildren
  /** What these inputs add to a new comment; null if something is missing there. */
  readonly extra?: () => object | null
}

/** Comments in the order of their moments, and the field for a new one, always in reach. */
export function Discussion ({ talk, isSeen, more, tools, extra }: DiscussionProps) {
  const { asked, stage } = talk
  const isNewest = useSignal(false)
  const hidesDone = useSignal(false)
  const chosen = useSignal<number | null>(null)
  const part = useSignal<readonly [from: number, to: number]>([0, PART])

  /** Chooses a comment, and shows what it is about: a reply, what it answers. */
  function show (comment: Comment): void {
    const thread = talk.comments.find(({ id }) => id === comment.reply_to) ?? comment
    const seen = comment.drawing === null && comment.area === null ? thread : comment
    const { drawing, area } = seen
    const { time, duration } = comment.time === null ? thread : comment
    const page = comment.page ?? thread.page
    if (time !== null) stage.seek(time)
    if (page !== null) stage.turnTo.value?.(page)
    const made = talk.versionOf(seen)
    const version = made?.isEarlier === true ? made.name : null
    stage.choose({
      area,
      drawn: drawing === null ? null : { drawing, time, page, version },
      passage: time === null || duration === null ? null : { time, duration }
    })
    if (thread.done) hidesDone.value = false
    chosen.value = comment.id
  }
  const replies = useMemo(() => repliesOf(talk.comments), [talk.comments])
  const all = talk.comments.filter(({ reply_to: replyTo }) => replyTo === null)
    .sort(isNewest.value ? newestFirst : byMoment)
  const threads = hidesDone.value ? all.filter(({ done }) => !done) : all
  const isChosen = ({ id }: Comment) => id === chosen.value
  const current = all.find((comment) => isChosen(comment) || replies.get(comment.id)?.some(isChosen))
  const at = threads.indexOf(current!)
  const [from, to] = at < 0 || (at >= part.value[0] && at < part.value[1])
    ? part.value
    : [Math.max(0, at - PART / 2), at + PART / 2]
  useEffect(() => { part.value = [from, to] }, [from, to])
  const { first, end, isWhole } = useSlices(from, Math.min(to, threads.length), at)
  const latestShow = useRef(show)
  latestShow.current = show
  useEffect(() => {
    stage.setMarks(threads.filter(({ time }) => time !== null).map((comment) => ({
      id: comment.id,
      time: comment.time!,
      duration: comment.duration,
      name: comment.text.slice(0, 100),
      done: comment.done,
      // Which version it was made on is known later.
      show: () => latestShow.current(comment)
    })))
  }, [talk.comments, hidesDone.value, isNewest.value])
  /** Whether the chosen comment is to be in sight. Those that come before it move it. */
  const isRevealed = useRef(false)
  useEffect(() => { isRevealed.current = false }, [chosen.value, hidesDone.value])
  useEffect(() => {
    if (isRevealed.current) return
    document.getElementById(`comment-${chosen.value}`)?.scrollIntoView({ block: 'nearest' })
    isRevealed.current = isWhole
  }, [chosen.value, hidesDone.value, first, isWhole])

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
          {tools?.({ threads: all, chosen: current?.id ?? null, show })}
        </div>
        {asked !== null && (
          <Lazy
            key={asked} load={loadArrival}
            props={{ id: asked.id, talk, show, isChosen: chosen.value === asked.id }}
          />
        )}
        {talk.comments.length === 0 && <p class='quiet'>Nobody has said anything yet.</p>}
        {from > 0 && (
          <button type='button' class='button' onClick={() => { part.value = [Math.max(0, from - PART), to] }}>
            Show earlier
          </button>
        )}
        <ul class='comment-list' aria-live='polite' aria-busy={!isWhole}>
          {threads.slice(first, end).map((comment) => (
            <Said
              key={comment.id} comment={comment} talk={talk} show={show} chosen={chosen.value}
              replies={replies.get(comment.id) ?? NONE}
            />
          ))}
        </ul>
        {threads.length > to && (
          <button type='button' class='button' onClick={() => { part.value = [from, to + PART] }}>Show more</button>
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
