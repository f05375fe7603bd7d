import { useSignal, type ReadonlySignal } from '@preact/signals'
import { allOf, ask, request, type ItemType, type Schemas } from '../api/client.ts'
import { mayWrite, who } from '../api/session.ts'
import { filmClock } from '../film/clock.ts'
import { momentCode } from '../film/timecode.ts'
import { pathOf } from '../items/item.ts'
import { Discussion } from '../room/discussion.tsx'
import type { Comment, Person, Talk } from '../room/talk.ts'
import { Lazy } from '../ui/lazy.tsx'
import { tellFailure } from '../ui/notes.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { useVersionNames } from './version-names.ts'
import './review.css'

const NONE: readonly Comment[] = []

const loadExport = async () => (await import('./export-markers.tsx')).ExportMarkers

interface CommentsProps {
  readonly type: ItemType
  readonly id: string
  /** Counts the changes of the item. */
  readonly heard: ReadonlySignal<number>
  /** The id of the file that is shown. */
  readonly fileId: string | undefined
}

/** The comments on an item, beside its player or its picture. */
export function Comments ({ type, id, heard, fileId }: CommentsProps) {
  const path = `${pathOf(type, id)}/comments`
  const { data, failure, reload } = useLoaded(async () => allOf<Comment>(`${path}?limit=1000`, 'comments'), [path, heard.value])
  const comments = data.value ?? NONE
  const isInternal = useSignal(false)
  const isExporting = useSignal(false)
  const nameOf = useVersionNames(id, fileId, comments)

  async function act (method: string, at: string, body?: object): Promise<boolean> {
    try {
      await ask(method, `${path}${at}`, body)
      await reload()
      return true
    } catch (error) {
      tellFailure(error)
      return false
    }
  }

  const may = mayWrite.value
  const talk: Talk = {
    comments,
    add: may ? async (body) => act('POST', '', body) : null,
    setDone: may ? (comment, done) => { act('POST', `/${comment.id}`, { done }) } : null,
    remove: may ? (comment) => { act('DELETE', `/${comment.id}`) } : null,
    mayRemove: isOwn,
    versionOf: nameOf,
    replyTo: null,
    people: async () => loadPeople(type, id),
    words: { field: 'New comment', goTo: () => undefined }
  }
  return (
    <section class='comments' aria-label='Comments'>
      {failure.value !== null && <p class='wrong' role='alert'>{failure.value}</p>}
      <Discussion
        talk={talk} isSeen={type === 'asset'}
        tools={type === 'asset' && comments.length > 0 && (
          <button type='button' class='link' onClick={() => { isExporting.value = true }}>Export markers</button>
        )}
        extra={() => isInternal.value ? { internal: true } : {}}
        more={
          <label class='check'>
            <input type='checkbox' checked={isInternal.value} onChange={() => { isInternal.value = !isInternal.value }} /> Internal
          </label>
        }
      />
      {isExporting.value && (
        <Lazy
          load={loadExport}
          props={{ id, begins: momentCode(0, filmClock.value), onClose: () => { isExporting.value = false } }}
        />
      )}
    </section>
  )
}

/** Those who see the item, but oneself, by their names. */
async function loadPeople (type: ItemType, id: string): Promise<Person[]> {
  const path = `/api/v2/users?${type}_id=${encodeURIComponent(id)}&limit=1000`
  const { users } = await request<{ users: Array<Schemas['User']> }>('GET', path)
  return users.filter(({ id, disabled }) => !disabled && id !== who.value?.user.id)
    .map(({ id, name, email }) => ({ id, name: name || email }))
}

function isOwn ({ user_id: userId, guest }: Comment): boolean {
  const user = who.value?.user
  return user?.admin === true || (!guest && userId === user?.id)
}
