import { useComputed, useSignal, type ReadonlySignal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask, nextPage, type ItemType, type Schemas } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { pathOf } from '../items/item.ts'
import { tellFailure } from '../ui/notes.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { duration } from '../ui/words.ts'
import { CommentRow } from './comment-row.tsx'
import './review.css'
import { drawAreas, momentOf, playerOf, seek, takeAreas, type Area } from './stage.ts'

export type Comment = Schemas['Comment']

interface CommentsProps {
  readonly type: ItemType
  readonly id: string
  /** Counts the changes of the item. */
  readonly heard: ReadonlySignal<number>
}

/** The comments on an item, beside its player or its picture. */
export function Comments ({ type, id, heard }: CommentsProps) {
  const path = `${pathOf(type, id)}/comments`
  const { data, failure, reload } = useLoaded(async () => readAll(path), [path, heard.value])
  const comments = useComputed(() => data.value ?? [])
  const shown = useSignal<Area | null>(null)
  useEffect(() => shown.value === null ? undefined : drawAreas([shown.value]), [shown.value])

  async function act (method: string, at: string, body?: object): Promise<boolean> {
    try {
      await ask(method, `${path}${at}`, body)
      await reload()
      return true
    } catch (error) {
      tellFailure(error)
      return false
    }
  }

  const show = ({ time, area }: Pick<Comment, 'time' | 'area'>) => {
    if (time !== null) seek(time)
    shown.value = area
  }
  const threads = comments.value.filter((comment) => comment.reply_to === null)
  return (
    <section class='comments stack' aria-label='Comments'>
      <Marks comments={comments} show={show} />
      <h2>Comments</h2>
      {failure.value !== null && <p class='wrong' role='alert'>{failure.value}</p>}
      {mayWrite.value && <NewComment isAsset={type === 'asset'} shown={shown} add={async (body) => act('POST', '', body)} />}
      <ul class='comment-list'>
        {threads.map((comment) => (
          <CommentRow
            key={comment.id} comment={comment} act={act} show={show}
            replies={comments.value.filter((reply) => reply.reply_to === comment.id)}
          />
        ))}
      </ul>
    </section>
  )
}

async function readAll (path: string): Promise<Comment[]> {
  const all: Comment[] = []
  for (let page: string | null = `${path}?limit=1000`; page !== null;) {
    const answer: Response = await ask('GET', page)
    all.push(...(await answer.json() as { comments: Comment[] }).comments)
    page = nextPage(answer)
  }
  return all
}

interface NewCommentProps {
  readonly isAsset: boolean
  readonly shown: Signal<Area | null>
  readonly add: (body: object) => Promise<boolean>
}

/** Takes the moment of the player, and the part of the picture that the user marks while writing. */
function NewComment ({ isAsset, shown, add }: NewCommentProps) {
  const text = useSignal('')
  const internal = useSignal(false)
  const time = useSignal<number | null>(null)
  const area = useSignal<Area | null>(null)
  const isWriting = useSignal(false)
  useEffect(() => isAsset && isWriting.value
    ? takeAreas((marked) => { area.value = shown.value = marked })
    : undefined, [isAsset, isWriting.value])

  async function send () {
    if (text.value.trim() === '') return
    const about = { ...time.value !== null && { time: time.value }, ...area.value !== null && { area: area.value } }
    if (!await add({ text: text.value, ...internal.value && { internal: true }, ...about })) return
    text.value = ''
    time.value = area.value = shown.value = null
    isWriting.value = false
  }

  return (
    <div class='comment-new'>
      <label class='field'>
        <span class='hidden-text'>New comment</span>
        <textarea
          rows={2} maxLength={10_000} placeholder={isAsset ? 'Write, and click into the picture to mark a part of it' : 'Write a comment'} value={text.value}
          onFocus={() => {
            if (isWriting.value) return
            isWriting.value = true
            time.value = isAsset ? momentOf() : null
          }}
          onInput={(event) => { text.value = event.currentTarget.value }}
          onKeyDown={(event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); send() } }}
        />
      </label>
      <div class='comment-about'>
        {time.value !== null && (
          <button type='button' class='link' title='Take the moment away' onClick={() => { time.value = null }}>At {duration(time.value)}</button>
        )}
        {area.value !== null && (
          <button type='button' class='link' title='Take the mark away' onClick={() => { area.value = shown.value = null }}>Part of the picture</button>
        )}
        <label class='check'>
          <input type='checkbox' checked={internal.value} onChange={(event) => { internal.value = event.currentTarget.checked }} /> Internal
        </label>
        <button type='button' class='button' onClick={send}>Comment</button>
      </div>
    </div>
  )
}

/** The moments of comments, as marks on a bar. A click on it goes there. */
function Marks (
  { comments, show }: { comments: ReadonlySignal<readonly Comment[]>, show: (at: Pick<Comment, 'time' | 'area'>) => void }
) {
  const length = useSignal(0)
  useEffect(() => {
    const look = () => { length.value = playerOf()?.duration || 0 }
    const stage = document.querySelector('.item-front')
    stage?.addEventListener('loadedmetadata', look, true)
    look()
    return () => stage?.removeEventListener('loadedmetadata', look, true)
  }, [])
  if (!(length.value > 0) || !Number.isFinite(length.value)) return null
  return (
    <div
      class='comment-bar' onClick={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect()
        seek((event.clientX - left) / width * length.value)
      }}
    >
      {comments.value.filter(({ time }) => time !== null).map((comment) => (
        <button
          key={comment.id} type='button' class={comment.done ? 'comment-mark done' : 'comment-mark'}
          style={{ left: `${Math.min(100, comment.time! / length.value * 100)}%` }}
          aria-label={`${duration(comment.time!)}: ${comment.text.slice(0, 100)}`}
          onClick={(event) => { event.stopPropagation(); show(comment) }}
        />
      ))}
    </div>
  )
}
