import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { home } from '../api/home.ts'
import { copyText } from '../ui/copy.ts'
import { Icon } from '../ui/icon.tsx'
import { tell } from '../ui/notes.tsx'

/** The request behind a screen. */
export interface Behind {
  readonly method?: string
  /** Path and query. */
  readonly path: string
  readonly body?: unknown
}

const behind = signal<Behind>({ path: '/api/v2/user' })

/** Sets the request behind a screen, for "Copy as curl". */
export function useBehind (path: string, method = 'GET', body?: unknown): void {
  const text = JSON.stringify(body)
  useEffect(() => { behind.value = { method, path, body } }, [method, path, text])
}

/** A shell command that sends the request. The key is a variable, so that the command may be shown to anybody. */
export function curlOf ({ method = 'GET', path, body }: Behind): string {
  const words = ['curl', '-H', '"X-API-KEY: $CUTROOM_KEY"']
  if (method !== 'GET') words.push('-X', method)
  if (body !== undefined) words.push('-H', "'Content-Type: application/json'", '-d', quoted(JSON.stringify(body)))
  return [...words, quoted(home + path)].join(' ')
}

function quoted (text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

export function CopyCurl () {
  const copy = async () => {
    const line = curlOf(behind.value)
    // For copying by hand, if the clipboard may not be used.
    if (!await copyText(line, 'Copied. Put your key into CUTROOM_KEY.')) tell(line)
  }
  return (
    <button type='button' class='side-link' onClick={copy}>
      <Icon name='code' />Copy as curl
    </button>
  )
}
