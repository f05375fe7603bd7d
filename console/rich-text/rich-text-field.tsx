import { useLayoutEffect, useRef } from 'preact/hooks'
import { cleanNodes, markupOf } from './clean.ts'

interface RichTextProps {
  readonly labelledBy: string
  readonly value: string
  readonly onChange: (value: unknown) => void
  readonly readOnly: boolean
}

const COMMANDS = [
  ['bold', undefined, 'Bold', 'B'], ['italic', undefined, 'Italic', 'I'], ['underline', undefined, 'Inserted', 'U'],
  ['formatBlock', 'p', 'Paragraph', '¶'], ['formatBlock', 'h2', 'Heading', 'H'], ['formatBlock', 'h3', 'Small heading', 'h'],
  ['insertUnorderedList', undefined, 'List', '•'], ['insertOrderedList', undefined, 'Numbered list', '1.']
] as const

/** An editor for text with the allowed tags: pasted text loses all others. */
export function RichTextField ({ labelledBy, value, onChange, readOnly }: RichTextProps) {
  const box = useRef<HTMLDivElement>(null)
  /** What the box holds. */
  const written = useRef<string | null>(null)
  /** Texts that were written here. They may come back as values after more was written. */
  const told = useRef(new Set<string>())

  useLayoutEffect(() => {
    if (written.current === value) told.current.clear()
    else if (!told.current.has(value)) {
      written.current = value
      box.current!.replaceChildren(cleanNodes(value))
    }
  }, [value])

  function tell () {
    written.current = markupOf(box.current!)
    told.current.add(written.current)
    onChange(written.current === '' ? null : written.current)
  }

  function format (command: string, argument?: string) {
    box.current!.focus()
    document.execCommand('defaultParagraphSeparator', false, 'p')
    document.execCommand('styleWithCSS', false, 'false')
    document.execCommand(command, false, argument)
    tell()
  }

  function paste (event: ClipboardEvent) {
    event.preventDefault()
    const markup = event.clipboardData?.getData('text/html') ?? ''
    const holder = document.createElement('div')
    if (markup === '') document.execCommand('insertText', false, event.clipboardData?.getData('text/plain') ?? '')
    else {
      holder.append(cleanNodes(markup))
      document.execCommand('insertHTML', false, markupOf(holder))
    }
    tell()
  }

  return (
    <div class='rich-text'>
      {!readOnly && (
        <div class='rich-tools' role='toolbar' aria-label='Format'>
          {COMMANDS.map(([command, argument, name, sign]) => (
            <button
              key={name} type='button' class='icon-button' title={name}
              onPointerDown={(event) => event.preventDefault()} onClick={() => format(command, argument)}
            >
              <span aria-hidden='true'>{sign}</span><span class='hidden-text'>{name}</span>
            </button>
          ))}
        </div>
      )}
      <div
        ref={box} class='rich-box' role='textbox' aria-multiline='true' aria-labelledby={labelledBy} tabIndex={0}
        aria-readonly={readOnly} contentEditable={!readOnly} onInput={tell} onPaste={paste}
      />
    </div>
  )
}
