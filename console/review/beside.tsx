import { useSignal } from '@preact/signals'
import type { Comment } from '../room/talk.ts'
import { Icon } from '../ui/icon.tsx'

/** The attachments of a comment, which guests do not see. */
export function Attached ({ attachments = [] }: Partial<Pick<Comment, 'attachments'>>) {
  return (
    <>
      {attachments.map(({ id, filename, download_url: url }) => (
        <p key={id} class='quiet'>
          <Icon name='file' />{' '}
          {url === null ? <bdi>{filename}</bdi> : <a href={url} download={filename}><bdi>{filename}</bdi></a>}
        </p>
      ))}
    </>
  )
}

interface TickProps {
  readonly comment: Comment
  readonly setDone: (done: boolean) => Promise<unknown>
}

/** Marks a comment as done, or as open again. */
export function Tick ({ comment: { done, text }, setDone }: TickProps) {
  /** What was chosen, until the comment has it. */
  const chosen = useSignal<boolean | null>(null)
  async function choose (isDone: boolean): Promise<void> {
    chosen.value = isDone
    await setDone(isDone)
    chosen.value = null
  }
  return (
    <label class='check tick'>
      <input
        type='checkbox' aria-label={`Done: ${text.slice(0, 100)}`} checked={chosen.value ?? done}
        onChange={(event) => { choose(event.currentTarget.checked) }}
      />
      <span class='tick-word'>Done</span>
    </label>
  )
}

export function Edit ({ onEdit }: { onEdit: () => void }) {
  return <button type='button' class='link' onClick={onEdit}>Edit<span class='hidden-text'> comment</span></button>
}

export function Remove ({ onRemove }: { onRemove: () => void }) {
  return <button type='button' class='link' onClick={onRemove}>Delete<span class='hidden-text'> comment</span></button>
}
