import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { Discussion } from '../room/discussion.tsx'
import type { Stage } from '../room/stage.ts'
import type { Comment, Talk } from '../room/talk.ts'
import { isOver, type LinkApi } from './api.ts'
import { addressOf, named } from './address.ts'
import { guestName, NAMELESS, NameField } from './guest.tsx'

interface CommentsProps {
  readonly stage: Stage
  readonly api: LinkApi
  readonly assetId: string
  /** Whether a comment may be about a moment, or about a part of the picture. */
  readonly isSeen: boolean
  /** The number of the file that is shown. */
  readonly version: number | null | undefined
  /** Counts the looks for what others do. */
  readonly looks: number
  readonly onFailure: (error: unknown) => void
}

/** The comments, and a field for a new one, by the name that a guest gives. */
export function Comments ({ stage, api, assetId, isSeen, version, looks, onFailure }: CommentsProps) {
  const comments = useSignal<readonly Comment[] | null>(null)
  const replyTo = useSignal<Comment | null>(null)
  const failure = useSignal('')
  const asked = useMemo(() => {
    const id = named('comment')
    return id === null ? null : { id: Number(id) }
  }, [])
  const path = `/api/v2/shared/assets/${assetId}/comments`

  async function load (): Promise<void> {
    try {
      comments.value = await api.allOf<Comment>(`${path}?limit=1000`, 'comments')
    } catch (error) {
      // What is being written stays on the page while the connection is away.
      if (isOver(error)) onFailure(error)
    }
  }
  useEffect(() => { load() }, [looks])

  async function add (body: object): Promise<boolean> {
    failure.value = ''
    try {
      await api.request('POST', path, body)
      await load()
      return true
    } catch (error) {
      failure.value = (error as Error).message
      return false
    }
  }

  const talk: Talk = {
    name: assetId,
    stage,
    comments: comments.value ?? [],
    isLoaded: comments.value !== null,
    asked,
    addressOf: ({ id }) => addressOf(assetId, id),
    add,
    tick: null,
    body: null,
    face: null,
    acts: null,
    versionOf: ({ version: made }) => made == null || made === version ? null : { name: `v${made}`, isEarlier: true },
    replyTo,
    people: null,
    words: { field: 'Comment', goTo: (moment) => `Go to ${moment}` }
  }
  return (
    <section class='comments'>
      <Discussion
        talk={talk} isSeen={isSeen}
        extra={() => {
          const name = guestName()
          if (name === null) failure.value = NAMELESS
          return name === null ? null : { name }
        }}
        more={<><NameField /><p class='wrong' role='alert'>{failure.value}</p></>}
      />
    </section>
  )
}
