import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Lazy } from '../ui/lazy.tsx'
import { loadPeople } from './load-people.ts'
import { AT_SIGN, mentionedIn } from './mentions.ts'
import { hold } from './stage.ts'
import type { Comment, Person, Talk } from './talk.ts'

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
  const named = useRef<Person[]>([])
  useEffect(() => {
    hold()
    field.current!.focus()
  }, [])

  async function send () {
    if (text.value.trim() === '' || isSending.value) return
    isSending.value = true
    const mentions = mentionedIn(text.value, named.current)
    try {
      if (await talk.add!({ text: text.value, reply_to: comment.id, ...mentions.length > 0 && { mentions } })) onDone()
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
      {talk.people !== null && AT_SIGN.test(text.value) && (
        <Lazy
          load={loadPeople}
          props={{ field, text, load: talk.people, onChosen: (person: Person) => { named.current.push(person) } }}
        />
      )}
      <input
        ref={field} type='text' aria-label='Reply text' value={text.value} maxLength={10_000}
        onInput={(event) => { text.value = event.currentTarget.value }} onKeyDown={press}
      />
      <button type='button' class='link' disabled={isSending.value} onClick={send}>Reply</button>
      <button type='button' class='link' onClick={onDone}>Cancel</button>
    </>
  )
}
