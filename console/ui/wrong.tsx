import { useEffect, useRef } from 'preact/hooks'

/** What the service says of a field, below it. It comes into sight. */
export function Wrong ({ text }: { text: string | undefined }) {
  const shown = useRef<HTMLParagraphElement>(null)
  useEffect(() => { shown.current?.scrollIntoView({ block: 'center' }) }, [text])
  return text === undefined ? null : <p ref={shown} class='wrong' role='alert'>{text}</p>
}
