import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { Icon } from '../ui/icon.tsx'

interface TagsProps {
  readonly value: readonly string[]
  readonly onChange: (tags: readonly string[]) => void
  readonly readOnly?: boolean
  readonly label?: string
}

/** A list of tags: Enter or a comma adds one, Backspace removes the last. */
export function TagsField ({ value, onChange, readOnly = false, label = 'Tags' }: TagsProps) {
  const text = useSignal('')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)

  function add (typed: string): void {
    const tags = typed.split(',').map((tag) => tag.trim()).filter((tag) => tag !== '' && !value.includes(tag))
    text.value = ''
    if (tags.length > 0) onChange([...value, ...new Set(tags)])
  }

  return (
    <div class='field'>
      <label for={id}>{label}</label>
      <div class='tags-field' onClick={() => input.current?.focus()}>
        {value.map((tag) => (
          <span key={tag} class='tag'>
            {tag === '' ? 'empty' : tag}
            {!readOnly && (
              <button type='button' onClick={() => onChange(value.filter((other) => other !== tag))}>
                <Icon name='close' /><span class='hidden-text'>Remove {tag}</span>
              </button>
            )}
          </span>
        ))}
        <input
          ref={input} id={id} type='text' autocomplete='off' maxLength={1000} value={text.value} readOnly={readOnly}
          placeholder={value.length === 0 && !readOnly ? 'Type a word, then Enter' : ''}
          onInput={(event) => {
            const { value: typed } = event.currentTarget
            if (typed.includes(',') && !(event as InputEvent).isComposing) add(typed)
            else text.value = typed
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && text.value.trim() !== '') {
              event.preventDefault()
              add(text.value)
            } else if (event.key === 'Backspace' && text.value === '' && value.length > 0) onChange(value.slice(0, -1))
          }}
          onBlur={() => add(text.value)}
        />
      </div>
    </div>
  )
}
