import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Comment, Talk } from './talk.ts'
import { useMentions } from './use-mentions.tsx'

interface AnswerProps {
  readonly comment: Comment
  readonly talk: Talk
  /** The reply was made, or is not wanted any more. */
  readonly onDone: () => void
}

/** The field for a reply, below its comment. */
export function Answer ({ comment, talk, onDone }: AnswerProps) {
  const text = useSignal('')
  const isSending = useSignal(false)
  const field = useRef<HTMLInputElement>(null)
  const mentions = useMentions(talk, field, text)
  useEffect(() => {
    talk.stage.hold()
    field.current!.focus()
  }, [])

  async function send () {
    if (text.value.trim() === '' || isSending.value) return
    isSending.value = true
    try {
      if (await talk.add!({ text: text.value, reply_to: comment.id, ...mentions.sent() })) onDone()
    } finally {
      isSending.value = false
    }
  }

  function press (event: KeyboardEvent) {
    if (event.key === 'Enter') send()
    // What was written stays.
    else if (event.key === 'Escape' && text.value === '') onDone()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      {mentions.list}
      <input
        ref={field} type='text' aria-label='Reply text' value={text.value} maxLength={10_000}
        onInput={(event) => { text.value = event.currentTarget.value }} onKeyDown={press}
      />
      <button type='button' class='link' disabled={isSending.value} onClick={send}>Reply</button>
      <button type='button' class='link' onClick={onDone}>Cancel</button>
    </>
  )
}
