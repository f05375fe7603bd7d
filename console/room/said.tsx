import { useSignal } from '@preact/signals'
import type { TargetedMouseEvent } from 'preact'
import { passageCode } from '../film/timecode.ts'
import { Lazy } from '../ui/lazy.tsx'
import { ago, date } from '../ui/words.ts'
import { loadAnswer } from './load-answer.ts'
import type { Comment, Talk } from './talk.ts'

interface SaidProps {
  readonly comment: Comment
  readonly replies: readonly Comment[]
  readonly talk: Talk
  readonly show: (comment: Comment) => void
  /** The id of the comment that is chosen. */
  readonly chosen: number | null
}

/** A comment with its replies. */
export function Said ({ comment, replies, talk, show, chosen }: SaidProps) {
  const { add, replyTo } = talk
  const isAnswering = useSignal(false)

  function reply () {
    if (replyTo === null) isAnswering.value = true
    else replyTo.value = comment
  }

  return (
    <li {...placeOf(comment, chosen, show)}>
      <Words comment={comment} talk={talk} show={show} />
      {replies.length > 0 && (
        <ul class='replies'>
          {replies.map((each) => (
            <li key={each.id} {...placeOf(each, chosen, show)}>
              <Words comment={each} talk={talk} show={show} />
              <div class='comment-about'>
                <CopyLink url={talk.addressOf(each)} />
                {talk.acts?.(each)}
              </div>
            </li>
          ))}
        </ul>
      )}
      <div class='comment-about'>
        {isAnswering.value && (
          <Lazy load={loadAnswer} props={{ comment, talk, onDone: () => { isAnswering.value = false } }} />
        )}
        {add !== null && !isAnswering.value && <button type='button' class='link' onClick={reply}>Reply</button>}
        <CopyLink url={talk.addressOf(comment)} />
        {talk.acts?.(comment)}
      </div>
    </li>
  )
}

/** What has a use of its own at a click. */
const OWN_USE = 'button, a, label, input, textarea'

/** What the page finds a comment by. A click anywhere in it leads to what it is about, but where text is chosen. */
function placeOf (comment: Comment, chosen: number | null, show: SaidProps['show']) {
  const { id, done, reply_to: replyTo } = comment
  const isChosen = chosen === id
  return {
    onClick: (event: TargetedMouseEvent<HTMLElement>) => {
      if ((event.target as Element).closest(OWN_USE) !== null || getSelection()?.isCollapsed === false) return
      // A reply is within its comment.
      event.stopPropagation()
      show(comment)
    },
    id: `comment-${id}`,
    class: ['comment', done && replyTo === null && 'done', isChosen && 'chosen'].filter(Boolean).join(' '),
    'aria-current': isChosen ? 'true' as const : undefined,
    tabIndex: isChosen ? -1 : undefined
  }
}

function Words ({ comment, talk, show }: Pick<SaidProps, 'comment' | 'talk' | 'show'>) {
  return (
    <>
      <Head comment={comment} talk={talk} show={show} />
      {talk.body === null ? <p class='comment-text' dir='auto'>{comment.text}</p> : talk.body(comment)}
    </>
  )
}

function Head ({ comment, talk, show }: Pick<SaidProps, 'comment' | 'talk' | 'show'>) {
  const { author, guest, internal, time, duration, area, drawing, page, done, created_at: created } = comment
  const isReply = comment.reply_to !== null
  const version = isReply ? null : talk.versionOf(comment)
  const code = time === null ? '' : passageCode(time, duration, talk.stage.clock.value)
  return (
    <p class='comment-head'>
      {time !== null && (
        <button type='button' class='moment' aria-label={talk.words.goTo(code)} onClick={() => show(comment)}>
          {code}
        </button>
      )}
      {time === null && page === null && (area !== null || drawing !== null) && <button type='button' class='moment' onClick={() => show(comment)}>Show</button>}
      {page !== null && (talk.stage.turnTo.value === null
        ? <span class='quiet'>page {page}</span>
        : <button type='button' class='moment' onClick={() => show(comment)}>Page {page}</button>)}
      {talk.face?.(comment)}
      <b><bdi>{author}</bdi></b>
      {guest && <span class='quiet'>guest</span>}
      {internal && <span class='quiet'>internal</span>}
      {version !== null && <span class={version.isEarlier ? 'comment-version earlier' : 'comment-version'}>{version.name}</span>}
      {drawing !== null && <span class='quiet'>drawing</span>}
      <time class='quiet' dateTime={created} title={date(created)}>{ago(created)}</time>
      {!isReply && (talk.tick === null ? done && <span class='quiet'>Done</span> : talk.tick(comment))}
    </p>
  )
}

/** Copies the address of a comment, or shows it where the browser lets no page copy. */
function CopyLink ({ url }: { url: string }) {
  const state = useSignal<'new' | 'copied' | 'shown'>('new')
  async function copy (): Promise<void> {
    try {
      await navigator.clipboard.writeText(url)
      state.value = 'copied'
    } catch {
      state.value = 'shown'
    }
  }
  if (state.value === 'shown') return <input type='text' aria-label='Link' readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
  return <button type='button' class='link' onClick={copy}>{state.value === 'copied' ? 'Copied' : 'Copy link'}</button>
}
