import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { allOf, api, done, urlOf, type ItemType, type Schemas } from '../api/client.ts'
import type { Answer } from '../../client/cutroom.d.ts'
import { mayWrite, who } from '../api/session.ts'
import type { MediaFile } from '../items/previews.ts'
import { Face } from '../items/face.tsx'
import { idsOf, pathOf } from '../items/item.ts'
import { users } from '../items/people.ts'
import { Discussion } from '../room/discussion.tsx'
import type { Stage } from '../room/stage.ts'
import type { Comment, Person, Talk } from '../room/talk.ts'
import { addressOfComment, commentIn, place } from '../shell/place.ts'
import { Lazy } from '../ui/lazy.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { Attached, Edit, Remove, Tick } from './beside.tsx'
import { OpenOnes } from './open-ones.tsx'
import { versionNames } from './version-names.ts'
import './review.css'

const NONE: readonly Comment[] = []

const loadEditText = async () => (await import('./edit-text.tsx')).EditText
const loadExport = async () => (await import('./export-markers.tsx')).ExportMarkers

interface CommentsProps {
  readonly stage: Stage
  readonly type: ItemType
  readonly id: string
  readonly title: string
  /** Counts the changes of the item. */
  readonly heard: ReadonlySignal<number>
  /** The file that is shown, and those before it. */
  readonly file: MediaFile | undefined
  readonly versions: ReadonlyArray<Schemas['Version']> | null
}

/** The comments on an item, beside its player or its picture. */
export function Comments ({ stage, type, id, title, heard, file, versions }: CommentsProps) {
  const url = urlOf(pathOf(type, '/comments'), { path: idsOf(id), query: { limit: 1000 } })
  const { data, failure, reload } = useLoaded(async () => allOf(url, 'comments'), [url, heard.value])
  const comments = data.value ?? NONE
  const isInternal = useSignal(false)
  const isExporting = useSignal(false)
  /** The id of the comment whose text is being changed. */
  const edited = useSignal<number | null>(null)
  const nameOf = versionNames(file, versions, comments)
  const asked = useMemo(() => commentIn(place.value), [place.value])

  const path = idsOf(id)
  const ofOne = (comment: Comment) => ({ path: { ...path, comment_id: String(comment.id) } })

  async function act (asked: Promise<Answer<unknown>>): Promise<boolean> {
    let isDone = true
    try {
      await done(asked)
    } catch (error) {
      tellFailure(error)
      isDone = false
    }
    // What was refused is shown as it is, too.
    await reload()
    return isDone
  }

  const endEdit = () => { edited.value = null }
  const isGone = data.value !== null && edited.value !== null && !comments.some(({ id }) => id === edited.value)
  useEffect(() => {
    if (!isGone) return
    endEdit()
    tell('The comment that you were changing has been deleted.')
  }, [isGone])

  const change = async (comment: Comment, body: { done: boolean } | { text: string, mentions?: number[] }) =>
    act(api.POST(pathOf(type, '/comments/{comment_id}'), { params: ofOne(comment), body }))
  const may = mayWrite.value
  const talk: Talk = {
    name: id,
    stage,
    comments,
    isLoaded: data.value !== null,
    asked,
    addressOf: (comment) => location.origin + addressOfComment(`${type}s/${id}`, comment.id),
    add: may ? async (body) => act(api.POST(pathOf(type, '/comments'), { params: { path }, body })) : null,
    tick: may ? (comment) => <Tick comment={comment} setDone={async (done) => change(comment, { done })} /> : null,
    body: (comment) => (
      <>
        {edited.value === comment.id
          ? (
            <Lazy
              load={loadEditText}
              props={{ comment, talk, save: async (said) => change(comment, said), onDone: endEdit }}
            />
            )
          : <p class='comment-text' dir='auto'>{comment.text}</p>}
        <Attached {...comment} />
      </>
    ),
    face: ({ user_id: id }) => users.value.has(id) && <Face user={users.value.get(id)!} />,
    acts: (comment) => may && (
      <>
        {isOwn(comment) && edited.value !== comment.id && <Edit onEdit={() => { edited.value = comment.id }} />}
        {mayDelete(comment) && (
          <Remove
            onRemove={() => { act(api.DELETE(pathOf(type, '/comments/{comment_id}'), { params: ofOne(comment) })) }}
          />
        )}
      </>
    ),
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
        tools={(listed) => comments.length > 0 && (
          <>
            {may && <OpenOnes {...listed} />}
            {type === 'asset' && (
              <button type='button' class='link' onClick={() => { isExporting.value = true }}>Export markers</button>
            )}
          </>
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
          props={{ id, title, clock: stage.clock.value, onClose: () => { isExporting.value = false } }}
        />
      )}
    </section>
  )
}

/** Those who see the item, but oneself, by their names. Texts have no e-mails, as guests read them. */
async function loadPeople (type: ItemType, id: string): Promise<Person[]> {
  const { users } = await done(api.GET('/api/v2/users', { params: { query: { [`${type}_id`]: id, limit: 1000 } } }))
  return users.filter(({ id, disabled }) => !disabled && id !== who.value?.user.id)
    .map(({ id, name, email }) => ({ id, name: name || email.split('@')[0]!, email }))
}

function isOwn ({ user_id: userId, guest }: Comment): boolean {
  return !guest && userId === who.value?.user.id
}

function mayDelete (comment: Comment): boolean {
  return who.value?.user.admin === true || isOwn(comment)
}
