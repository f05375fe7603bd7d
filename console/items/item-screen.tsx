import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { urlOf, type Item, type Schemas } from '../api/client.ts'
import { createStage, type Stage } from '../room/stage.ts'
import { useBehind } from '../shell/curl.tsx'
import { notedMoment } from '../shell/place.ts'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { Lazy } from '../ui/lazy.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tabs, type Tab } from '../ui/tabs.tsx'
import { Details } from './details.tsx'
import { History } from './history.tsx'
import { idsOf, pathOf } from './item.ts'
import { MoreActions, ShareItem } from './item-actions.tsx'
import { ItemKeys } from './item-keys.tsx'
import { PathLinks } from './path-links.tsx'
import type { MediaFile } from './previews.ts'
import type { Editing } from './use-item.ts'

const loadComments = async () => (await import('../review/comments.tsx')).Comments
const loadAttachments = async () => (await import('../attachments/attachments.tsx')).Attachments
const loadStar = async () => (await import('../review/star.tsx')).Star
const loadConflict = async () => (await import('./conflict.tsx')).ConflictDialog

interface ItemScreenProps {
  readonly editing: Editing
  /** Stands beside the name: the version of an asset, and its approval. */
  readonly head?: (item: Item, stage: Stage) => ComponentChildren
  /** Shown first: the picture, or the content of a project. */
  readonly front: (item: Item, stage: Stage) => ComponentChildren
  /** The people: the members of a project, or who has to approve an asset. */
  readonly aside: (item: Item) => ComponentChildren
  /** What an asset has beside its details. */
  readonly tabs?: (attachments: ComponentChildren) => readonly Tab[]
  /** The file of an asset that is shown, and those before it. */
  readonly file?: MediaFile | undefined
  readonly versions?: ReadonlyArray<Schemas['Version']> | null
}

/** The common part of the pages of assets and projects. */
export function ItemScreen ({ editing, head, front, aside, tabs, file, versions = null }: ItemScreenProps) {
  const { type, id, version, failure, conflict, save } = editing
  const item = version.value?.item
  const stage = useMemo(() => createStage(notedMoment()), [id])
  useBehind(urlOf(pathOf(type, ''), { path: idsOf(id) }))
  useEffect(() => { if (item !== undefined) document.title = `${item.title} · Cutroom` }, [item?.title])
  if (item === undefined) {
    return failure.value === null
      ? <div class='item'><Skeleton /></div>
      : <Empty title='This is not here'><p role='alert'>{failure.value}</p> It may have been deleted for good.</Empty>
  }
  const talk = { stage, type, id, title: item.title, heard: editing.heard, file, versions }
  const comments = <Lazy load={loadComments} props={talk} />
  const attachments = <Lazy load={loadAttachments} props={{ type, item, heard: editing.heard }} />
  const history = <History type={type} id={id} heard={editing.heard} />
  const actions = <MoreActions editing={editing} item={item} />
  return (
    <form class={tabs === undefined ? 'item' : 'item room'} onSubmit={(event) => { event.preventDefault(); save() }}>
      <header class='item-head'>
        <ItemKeys id={id} stage={stage} save={save} />
        <div class='item-name'>
          <PathLinks item={item} type={type} />
          <h1 dir='auto' title={item.title}>
            {'private' in item && item.private && <><Icon name='lock' /><span class='hidden-text'>Private: </span></>}
            {item.title === '' ? 'Untitled' : item.title}
          </h1>
        </div>
        {head?.(item, stage)}
        <div class='actions'>
          <ShareItem editing={editing} item={item} />
          <Lazy load={loadStar} props={{ type, id }} />
          {tabs === undefined && actions}
        </div>
      </header>
      {item.deleted && <p class='banner'>This is in the trash. It can be restored until it is deleted for good.</p>}
      {tabs === undefined
        ? (
          <div class='item-body'>
            <div class='item-front'>
              {front(item, stage)}
              {comments}
            </div>
            <div class='item-side'>
              {aside(item)}
              {attachments}
              <Details editing={editing} item={item} />
              {history}
            </div>
          </div>
          )
        // The picture of an asset and its comments are in sight together.
        : (
          <div class='item-body'>
            <div class='item-front'>
              {front(item, stage)}
              <Tabs
                label='About this asset'
                tabs={[
                  { name: 'Details', content: () => <Details editing={editing} item={item}>{actions}</Details> },
                  ...tabs(attachments),
                  { name: 'History', content: () => history }
                ]}
              />
            </div>
            <div class='item-side'>
              {comments}
              {aside(item)}
            </div>
          </div>
          )}
      {conflict.value !== null && <Lazy load={loadConflict} props={{ editing, conflict: conflict.value }} />}
    </form>
  )
}
