import { useSignal } from '@preact/signals'
import { filmClock } from '../film/clock.ts'
import { momentCode } from '../film/timecode.ts'
import { Lazy } from '../ui/lazy.tsx'
import { ago, date } from '../ui/words.ts'
import { loadAnswer } from './load-answer.ts'
import { showPage } from './stage.ts'
import type { Comment, Talk } from './talk.ts'

interface SaidProps {
  readonly comment: Comment
  readonly replies: readonly Comment[]
  readonly talk: Talk
  readonly show: (comment: Comment) => void
  readonly isChosen: boolean
}

/** A comment with its replies. */
export function Said ({ comment, replies, talk, show, isChosen }: SaidProps) {
  const { add, setDone, replyTo } = talk
  const isAnswering = useSignal(false)

  function reply () {
    if (replyTo === null) isAnswering.value = true
    else replyTo.value = comment
  }

  return (
    <li id={`comment-${comment.id}`} class={['comment', comment.done && 'done', isChosen && 'chosen'].filter(Boolean).join(' ')}>
      <Head comment={comment} talk={talk} show={show} />
      <p class='comment-text' dir='auto'>{comment.text}</p>
      <Attached comment={comment} />
      {replies.length > 0 && (
        <ul class='replies'>
          {replies.map((each) => (
            <li key={each.id} id={`comment-${each.id}`} class='comment'>
              <Head comment={each} talk={talk} show={show} />
              <p class='comment-text' dir='auto'>{each.text}</p>
              <Attached comment={each} />
              <Remove talk={talk} comment={each} />
            </li>
          ))}
        </ul>
      )}
      <div class='comment-about'>
        {isAnswering.value && (
          <Lazy load={loadAnswer} props={{ comment, talk, onDone: () => { isAnswering.value = false } }} />
        )}
        {add !== null && !isAnswering.value && <button type='button' class='link' onClick={reply}>Reply</button>}
        {setDone !== null
          ? <button type='button' class='link' aria-pressed={comment.done} onClick={() => setDone(comment, !comment.done)}>Done</button>
          : comment.done && <span class='quiet'>Done</span>}
        <Remove talk={talk} comment={comment} />
      </div>
    </li>
  )
}

function Head ({ comment, talk, show }: Pick<SaidProps, 'comment' | 'talk' | 'show'>) {
  const { author, guest, internal, time, duration, area, drawing, page, created_at: created } = comment
  const version = comment.reply_to === null ? talk.versionOf(comment) : null
  const clock = filmClock.value
  const code = time === null ? '' : momentCode(time, clock)
  return (
    <p class='comment-head'>
      {time !== null && (
        <button type='button' class='moment' aria-label={talk.words.goTo(code)} onClick={() => show(comment)}>
          {code}
        </button>
      )}
      {time !== null && duration !== null && <span class='quiet'>to {momentCode(time + duration, clock)}</span>}
      {time === null && page === null && (area !== null || drawing !== null) && <button type='button' class='moment' onClick={() => show(comment)}>Show</button>}
      {page !== null && (showPage.value === null
        ? <span class='quiet'>page {page}</span>
        : <button type='button' class='moment' onClick={() => show(comment)}>Page {page}</button>)}
      <b><bdi>{author}</bdi></b>
      {guest && <span class='quiet'>guest</span>}
      {internal && <span class='quiet'>internal</span>}
      {version !== null && <span class={version.isEarlier ? 'comment-version earlier' : 'comment-version'}>{version.name}</span>}
      <time class='quiet' dateTime={created} title={date(created)}>{ago(created)}</time>
    </p>
  )
}

/** The attachments of a comment, which guests do not see. */
function Attached ({ comment: { attachments = [] } }: { comment: Partial<Pick<Comment, 'attachments'>> }) {
  return (
    <>
      {attachments.map(({ id, filename, download_url: url }) => (
        <p key={id} class='quiet'>
          {url === null ? <bdi>{filename}</bdi> : <a href={url} download={filename}><bdi>{filename}</bdi></a>}
        </p>
      ))}
    </>
  )
}

function Remove ({ talk: { remove, mayRemove }, comment }: Pick<SaidProps, 'talk' | 'comment'>) {
  if (remove === null || !mayRemove(comment)) return null
  return <button type='button' class='link' onClick={() => remove(comment)}>Delete<span class='hidden-text'> comment</span></button>
}
