import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { urlOf, type Item, type Schemas } from '../api/client.ts'
import { onlyLooks } from '../api/session.ts'
import { createStage, type Stage } from '../room/stage.ts'
import { useBehind } from '../shell/curl.tsx'
import { Empty } from '../ui/empty.tsx'
import { Lazy } from '../ui/lazy.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ago, date } from '../ui/words.ts'
import { CustomFields } from './custom-fields.tsx'
import { isEmpty, forgetEdits } from './edits.ts'
import { isFixed, ItemFields } from './fields.tsx'
import { History } from './history.tsx'
import { idsOf, pathOf } from './item.ts'
import { ItemActions } from './item-actions.tsx'
import type { MediaFile } from './previews.ts'
import { whoHas } from './people.ts'
import { PathLinks } from './path-links.tsx'
import { ItemKeys } from './item-keys.tsx'
import { rightsOf } from './rights.ts'
import type { Editing } from './use-item.ts'

const loadComments = async () => (await import('../review/comments.tsx')).Comments
const loadApprovals = async () => (await import('../review/approvals.tsx')).Approvals
const loadAttachments = async () => (await import('../attachments/attachments.tsx')).Attachments
const loadStar = async () => (await import('../review/star.tsx')).Star
const loadConflict = async () => (await import('./conflict.tsx')).ConflictDialog

interface ItemScreenProps {
  readonly editing: Editing
  /** Shown first: the picture, or the content of a project. */
  readonly front: (item: Item, stage: Stage) => ComponentChildren
  /** Shown before the details: the members of a project. */
  readonly aside?: (item: Item) => ComponentChildren
  /** The file of an asset that is shown, and those before it. */
  readonly file?: MediaFile | undefined
  readonly versions?: ReadonlyArray<Schemas['Version']> | null
}

/** The common part of the pages of assets and projects. */
export function ItemScreen ({ editing, front, aside, file, versions = null }: ItemScreenProps) {
  const { type, id, version, edits, failure, conflict, isSaving, save } = editing
  const item = version.value?.item
  const stage = useMemo(createStage, [id])
  useBehind(urlOf(pathOf(type, ''), { path: idsOf(id) }))
  useEffect(() => { if (item !== undefined) document.title = `${item.title} · Cutroom` }, [item?.title])
  if (item === undefined) {
    return failure.value === null
      ? <div class='item'><Skeleton /></div>
      : <Empty title='This is not here'><p role='alert'>{failure.value}</p> It may have been deleted for good.</Empty>
  }
  const isEdited = !isEmpty(edits.value)
  // The picture of an asset and its comments are in sight together.
  const isRoom = type === 'asset'
  const talk = { stage, type, id, title: item.title, heard: editing.heard, file, versions }
  const comments = <Lazy load={loadComments} props={talk} />
  return (
    <form class={isRoom ? 'item room' : 'item'} onSubmit={(event) => { event.preventDefault(); save() }}>
      <ItemKeys id={id} stage={stage} save={save} />
      <header class='item-head'>
        <div class='item-name'>
          <PathLinks item={item} type={type} />
          <h1 dir='auto'>{item.title === '' ? 'Untitled' : item.title}</h1>
        </div>
        <Lazy load={loadStar} props={{ type, id }} />
        <ItemActions editing={editing} item={item} />
      </header>
      {item.deleted && <p class='banner'>This is in the trash. It can be restored until it is deleted for good.</p>}
      <div class='item-body'>
        <div class='item-front'>
          {front(item, stage)}
          {!isRoom && comments}
        </div>
        <div class='item-side'>
          {isRoom && <Parts />}
          {isRoom && comments}
          {aside?.(item)}
          {isRoom && (
            <Lazy load={loadApprovals} props={{ id, heard: editing.heard, mayAsk: rightsOf(type, item).change }} />
          )}
          <Lazy load={loadAttachments} props={{ type, item, heard: editing.heard }} />
          <section class='stack' aria-label='Details'>
            <ItemFields editing={editing} />
          </section>
          <CustomFields editing={editing} />
          {!isFixed(editing) && (
            <div class={isEdited ? 'save-bar edited' : 'save-bar'}>
              <button type='submit' class='button primary' disabled={isSaving.value}>Save</button>
              {isEdited && <button type='button' class='button' onClick={() => forgetEdits(edits)}>Discard</button>}
              <span class='quiet'>{isEdited ? 'Not saved yet' : ''}</span>
            </div>
          )}
          <dl class='facts'>
            <dt>Owner</dt><dd title={item.owner}><bdi>{whoHas(item.owner)}</bdi></dd>
            <dt>Created</dt><dd title={date(item.created_date)}>{ago(item.created_date)}</dd>
            <dt>Changed</dt><dd title={date(item.modification_date)}>{ago(item.modification_date)}</dd>
            {!onlyLooks.value && <><dt>Id</dt><dd class='mono'>{item.id}</dd></>}
          </dl>
          <History type={type} id={id} heard={editing.heard} />
        </div>
      </div>
      {conflict.value !== null && <Lazy load={loadConflict} props={{ editing, conflict: conflict.value }} />}
    </form>
  )
}

/** Leads to the parts of the column beside the picture. */
function Parts () {
  return (
    <nav class='parts' aria-label='Parts'>
      {['Comments', 'Details', 'History'].map((name) => (
        <button
          key={name} type='button' class='link'
          onClick={() => document.querySelector(name === 'Comments' ? '.talk' : `.item-side [aria-label="${name}"]`)?.scrollIntoView({ block: 'start' })}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
