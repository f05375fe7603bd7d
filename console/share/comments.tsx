import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ago, duration } from '../ui/words.ts'
import type { Comment, LinkApi } from './api.ts'
import { CommentForm } from './comment-form.tsx'

/** How often others' comments are looked for. */
const LOOK_MS = 10_000

export interface CommentsProps {
  readonly api: LinkApi
  readonly assetId: string
  readonly player: { readonly current: HTMLMediaElement | null }
  /** Whether a comment may be about a moment. */
  readonly hasTime: boolean
  readonly onFailure: (error: unknown) => void
}

/** The comments, and a form for a new one. */
export function Comments ({ api, assetId, player, hasTime, onFailure }: CommentsProps) {
  const comments = useSignal<readonly Comment[]>([])
  const replyTo = useSignal<Comment | null>(null)
  const form = useRef<HTMLTextAreaElement>(null)

  async function load (): Promise<void> {
    if (document.hidden) return
    try {
      comments.value = await api.all<Comment>(`shared/assets/${assetId}/comments?limit=1000`, 'comments')
    } catch (error) {
      onFailure(error)
    }
  }
  useEffect(() => {
    load()
    const timer = setInterval(load, LOOK_MS)
    return () => clearInterval(timer)
  }, [])

  function seek (seconds: number): void {
    if (player.current === null) return
    player.current.currentTime = seconds
    player.current.pause()
    player.current.scrollIntoView({ block: 'nearest' })
  }

  function reply (comment: Comment): void {
    replyTo.value = comment
    form.current?.focus()
  }

  const repliesOf = (id: number) => comments.value.filter((comment) => comment.reply_to === id)
  const show = (comment: Comment) => (
    <li key={comment.id}>
      <Said comment={comment} onSeek={hasTime ? seek : null} onReply={comment.reply_to === null ? reply : null} />
      {comment.reply_to === null && repliesOf(comment.id).length > 0 && <ul class='replies'>{repliesOf(comment.id).map(show)}</ul>}
    </li>
  )
  return (
    <section class='comments'>
      <h2>Comments</h2>
      <ul aria-live='polite'>{comments.value.filter((comment) => comment.reply_to === null).map(show)}</ul>
      {comments.value.length === 0 && <p class='quiet'>Nobody has said anything yet.</p>}
      <CommentForm
        api={api} assetId={assetId} player={player} hasTime={hasTime} replyTo={replyTo} field={form} onSent={load}
      />
    </section>
  )
}

interface SaidProps {
  readonly comment: Comment
  readonly onSeek: ((seconds: number) => void) | null
  readonly onReply: ((comment: Comment) => void) | null
}

function Said ({ comment, onSeek, onReply }: SaidProps) {
  const { author, time, text, done, created_at: createdAt } = comment
  return (
    <article class={done ? 'said done' : 'said'}>
      <p class='said-by'>
        <strong><bdi>{author}</bdi></strong>
        {time !== null && (onSeek === null
          ? <span class='moment'>{duration(time)}</span>
          : <button type='button' class='moment' aria-label={`Go to ${duration(time)}`} onClick={() => onSeek(time)}>{duration(time)}</button>)}
        <time class='quiet' dateTime={createdAt}>{ago(createdAt)}</time>
        {done && <span class='quiet'>Done</span>}
      </p>
      <p class='text' dir='auto'>{text}</p>
      {onReply !== null && <button type='button' class='link' onClick={() => onReply(comment)}>Reply</button>}
    </article>
  )
}
