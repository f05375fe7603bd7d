import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Failure } from '../api/failure.ts'
import { Discussion } from '../room/discussion.tsx'
import type { Comment, Talk } from '../room/talk.ts'
import type { LinkApi } from './api.ts'
import { keepIn, keptIn } from './kept.ts'

/** How often others' comments are looked for. */
const LOOK_MS = 10_000
/** The name that was given last, in this browser. */
const NAME = 'guest name'

interface CommentsProps {
  readonly api: LinkApi
  readonly assetId: string
  /** Whether a comment may be about a moment, or about a part of the picture. */
  readonly isSeen: boolean
  readonly onFailure: (error: unknown) => void
}

/** The comments, and a field for a new one, by the name that a guest gives. */
export function Comments ({ api, assetId, isSeen, onFailure }: CommentsProps) {
  const comments = useSignal<readonly Comment[]>([])
  const replyTo = useSignal<Comment | null>(null)
  const name = useSignal(keptIn('localStorage', NAME) ?? '')
  const failure = useSignal('')
  const nameField = useRef<HTMLInputElement>(null)
  const path = `/api/v2/shared/assets/${assetId}/comments`

  async function load (): Promise<void> {
    if (document.hidden) return
    try {
      comments.value = await api.allOf<Comment>(`${path}?limit=1000`, 'comments')
    } catch (error) {
      // What is being written stays on the page while the connection is away.
      if ([401, 404].includes((error as Failure).status)) onFailure(error)
    }
  }
  useEffect(() => {
    load()
    const timer = setInterval(load, LOOK_MS)
    return () => clearInterval(timer)
  }, [])

  async function add (body: object): Promise<boolean> {
    failure.value = ''
    try {
      await api.request('POST', path, body)
      keepIn('localStorage', NAME, name.value.trim())
      await load()
      return true
    } catch (error) {
      failure.value = (error as Error).message
      return false
    }
  }

  const talk: Talk = {
    comments: comments.value,
    add,
    setDone: null,
    remove: null,
    mayRemove: () => false,
    versionOf: () => null,
    replyTo,
    people: null,
    words: { field: 'Comment', goTo: (moment) => `Go to ${moment}` }
  }
  return (
    <section class='comments'>
      <Discussion
        talk={talk} isSeen={isSeen}
        extra={() => {
          if (name.value.trim() !== '') return { name: name.value.trim() }
          failure.value = 'Say who you are.'
          nameField.current?.focus()
          return null
        }}
        more={
          <>
            <input
              ref={nameField} type='text' class='guest-name' aria-label='Your name' placeholder='Your name' required maxLength={100}
              value={name.value} onInput={(event) => { name.value = event.currentTarget.value }}
            />
            <p class='wrong' role='alert'>{failure.value}</p>
          </>
        }
      />
    </section>
  )
}
