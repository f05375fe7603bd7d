import { useSignal } from '@preact/signals'
import { mayWrite, who } from '../api/session.ts'
import { ago, date, duration } from '../ui/words.ts'
import type { Comment } from './comments.tsx'

interface CommentRowProps {
  readonly comment: Comment
  readonly replies: readonly Comment[]
  readonly act: (method: string, at: string, body?: object) => Promise<boolean>
  readonly show: (at: Pick<Comment, 'time' | 'area'>) => void
}

/** A comment with its replies. */
export function CommentRow ({ comment, replies, act, show }: CommentRowProps) {
  const answer = useSignal<string | null>(null)
  const at = `/${comment.id}`

  async function reply () {
    if (answer.value === null) answer.value = ''
    else if (answer.value.trim() !== '' && await act('POST', '', { text: answer.value, reply_to: comment.id })) answer.value = null
  }

  return (
    <li class={comment.done ? 'comment done' : 'comment'}>
      <Head comment={comment} show={show} />
      <p class='comment-text' dir='auto'>{comment.text}</p>
      <ul>
        {replies.map((each) => (
          <li key={each.id} class='comment'>
            <Head comment={each} show={show} />
            <p class='comment-text' dir='auto'>{each.text}</p>
            {isOwn(each) && <Remove act={act} id={each.id} />}
          </li>
        ))}
      </ul>
      {mayWrite.value && (
        <div class='comment-about'>
          {answer.value !== null && (
            <input
              type='text' aria-label='Reply text' value={answer.value} maxLength={10_000}
              onInput={(event) => { answer.value = event.currentTarget.value }}
              onKeyDown={(event) => { if (event.key === 'Enter') { event.preventDefault(); reply() } }}
            />
          )}
          <button type='button' class='link' onClick={reply}>Reply</button>
          <button type='button' class='link' aria-pressed={comment.done} onClick={() => act('POST', at, { done: !comment.done })}>Done</button>
          {isOwn(comment) && <Remove act={act} id={comment.id} />}
        </div>
      )}
    </li>
  )
}

function Head ({ comment, show }: Pick<CommentRowProps, 'comment' | 'show'>) {
  const { author, guest, internal, time, area, page, created_at: created } = comment
  return (
    <p class='comment-head'>
      <b>{author}</b>
      {guest && <span class='quiet'>guest</span>}
      {internal && <span class='quiet'>internal</span>}
      {time !== null && <button type='button' class='link' onClick={() => show(comment)}>{duration(time)}</button>}
      {time === null && area !== null && <button type='button' class='link' onClick={() => show(comment)}>Show</button>}
      {page !== null && <span class='quiet'>page {page}</span>}
      <time class='quiet' dateTime={created} title={date(created)}>{ago(created)}</time>
    </p>
  )
}

function Remove ({ act, id }: Pick<CommentRowProps, 'act'> & { id: number }) {
  return <button type='button' class='link' onClick={() => act('DELETE', `/${id}`)}>Delete<span class='hidden-text'> comment</span></button>
}

function isOwn ({ user_id: userId, guest }: Comment): boolean {
  const user = who.value?.user
  return user?.admin === true || (!guest && userId === user?.id)
}
