import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Comment, Talk } from '../room/talk.ts'
import { useMentions } from '../room/use-mentions.tsx'

interface EditTextProps {
  readonly comment: Comment
  readonly talk: Talk
  /** Resolves to whether it was saved. */
  readonly save: (said: { text: string, mentions?: number[] }) => Promise<boolean>
  /** It was saved, or stays as it was. */
  readonly onDone: () => void
}

/** The field in place of the text of one's own comment. */
export function EditText ({ comment, talk, save, onDone }: EditTextProps) {
  const text = useSignal(comment.text)
  const isSaving = useSignal(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const mentions = useMentions(talk, field, text)
  useEffect(() => {
    field.current!.focus()
    field.current!.setSelectionRange(comment.text.length, comment.text.length)
  }, [])

  /** Who was mentioned before stays so, and is not told again. */
  async function said () {
    const { mentions: added } = mentions.sent()
    if (added === undefined) return { text: text.value }
    const colleagues = new Set((await talk.people!()).map(({ id }) => id))
    const before = comment.mentions.filter((id) => colleagues.has(id))
    return { text: text.value, mentions: [...new Set([...before, ...added])] }
  }

  async function send (): Promise<void> {
    if (text.value.trim() === '' || isSaving.value) return
    isSaving.value = true
    try {
      if (await save(await said())) onDone()
    } finally {
      isSaving.value = false
    }
  }

  function press (event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
    // What was changed stays.
    else if (event.key === 'Escape' && text.value === comment.text) onDone()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div class='comment-about edit-text'>
      {mentions.list}
      <textarea
        ref={field} aria-label='Text of the comment' maxLength={10_000} value={text.value} dir='auto'
        onInput={(event) => { text.value = event.currentTarget.value }} onKeyDown={press}
      />
      <button type='button' class='link' disabled={isSaving.value || text.value.trim() === ''} onClick={send}>Save</button>
      <button type='button' class='link' onClick={onDone}>Cancel</button>
    </div>
  )
}
