import { useSignal, type Signal } from '@preact/signals'
import { TextInput } from '../ui/inputs.tsx'
import { duration } from '../ui/words.ts'
import type { Comment } from './api.ts'
import type { CommentsProps } from './comments.tsx'

/** The name that was given last, in this browser. */
const NAME = 'guest name'

interface CommentFormProps extends Omit<CommentsProps, 'onFailure'> {
  readonly replyTo: Signal<Comment | null>
  readonly field: { current: HTMLTextAreaElement | null }
  readonly onSent: () => Promise<void>
}

/** A guest's comment, with a name, about the moment of the player at which the first letter is typed. */
export function CommentForm ({ api, assetId, player, hasTime, replyTo, field, onSent }: CommentFormProps) {
  const name = useSignal(localStorage.getItem(NAME) ?? '')
  const text = useSignal('')
  const time = useSignal<number | null>(null)
  const failure = useSignal('')
  const isSending = useSignal(false)

  function begin (): void {
    if (!hasTime || time.value !== null || replyTo.value !== null || player.current === null) return
    player.current.pause()
    // Exactly, so that it leads back to the same picture.
    time.value = Math.round(player.current.currentTime * 1e6) / 1e6
  }

  async function send (event: Event): Promise<void> {
    event.preventDefault()
    isSending.value = true
    failure.value = ''
    try {
      await api.post(`shared/assets/${assetId}/comments`, {
        text: text.value,
        name: name.value.trim(),
        ...(replyTo.value !== null ? { reply_to: replyTo.value.id } : time.value !== null && { time: time.value })
      })
      localStorage.setItem(NAME, name.value.trim())
      text.value = ''
      time.value = null
      replyTo.value = null
      await onSent()
    } catch (error) {
      failure.value = (error as Error).message
    } finally {
      isSending.value = false
    }
  }

  const answered = replyTo.value
  return (
    <form class='say stack' onSubmit={send}>
      {answered !== null && (
        <p class='quiet'>
          Reply to <bdi>{answered.author}</bdi>{' '}
          <button type='button' class='link' onClick={() => { replyTo.value = null }}>Cancel</button>
        </p>
      )}
      <TextInput label='Your name' value={name} required maxLength={100} />
      <label class='field'>
        <span>Comment</span>
        <textarea
          ref={field} required maxLength={10_000} value={text.value}
          onInput={(event) => { begin(); text.value = event.currentTarget.value }}
        />
      </label>
      {time.value !== null && (
        <p class='quiet'>
          At {duration(time.value)}{' '}
          <button type='button' class='link' onClick={() => { time.value = null }}>Not at this moment</button>
        </p>
      )}
      <p class='wrong' role='alert'>{failure.value}</p>
      <button type='submit' class='button primary' disabled={isSending.value}>{answered === null ? 'Comment' : 'Reply'}</button>
    </form>
  )
}
