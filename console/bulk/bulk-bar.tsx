import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ActionsButton } from '../actions/actions-button.tsx'
import { mayWrite } from '../api/session.ts'
import { AddDialog } from '../collections/add-dialog.tsx'
import { EjectAction } from '../ejects/eject-action.tsx'
import { findAgain, type Found } from '../find/results.ts'
import { selected, selectedCount, selectNone } from '../find/selection.ts'
import { rightsOf } from '../items/rights.ts'
import { useBehind } from '../shell/curl.tsx'
import { comparison } from '../compare/comparison.ts'
import { go } from '../shell/place.ts'
import { Icon } from '../ui/icon.tsx'
import { Lazy } from '../ui/lazy.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { count, number } from '../ui/words.ts'
import { assetsAmong } from './assets-among.ts'
import { bodyOf, changesOf, operations, runAll, type Operation, type Outcome } from './bulk.ts'
import { BulkFailures } from './bulk-failures.tsx'
import { AskDelete, AskField, AskProject, AskTags } from './bulk-dialogs.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { downloadFiles } from './download.ts'
import { running } from './running.tsx'
import { SelectHits } from './select-hits.tsx'

/** Only this many items are checked for one that the user may change. */
const LOOKED_AT = 100

type Asked = 'share' | 'collect' | 'change' | 'add' | 'remove' | 'move' | 'field' | 'delete' | null

const loadShare = async () => (await import('../links/share-selection.tsx')).ShareSelection

/** The actions for all selected results. */
export function BulkBar ({ search }: { search: URLSearchParams }) {
  const asked = useSignal<Asked>(null)
  const outcome = useSignal<Outcome | null>(null)
  const chosen = [...selected.value.values()]
  const assets = chosen.filter(({ type }) => type === 'asset').map(({ item }) => item)
  const assetIds = assets.map(({ id }) => id)
  const inTrash = chosen.every(({ item }) => item.deleted)
  const mayChange = chosen.slice(0, LOOKED_AT).some(({ type, item }) => rightsOf(type, item).change)
  const isBusy = running.value !== null
  useBehind('/api/v2/bulk', 'POST', bodyOf(chosen.slice(0, 1000).map(inTrash ? operations.restore : operations.trash)))

  /** Says what was done, and offers to undo exactly that. What was done stays selected. */
  async function run (
    all: readonly Operation[], words: string, undo?: (done: readonly Found[]) => readonly Operation[]
  ) {
    asked.value = null
    const result = await runAll(all, words)
    if (result.failed.length > 0) outcome.value = result
    if (result.done.length > 0) {
      tell(`${words}: ${count(result.done.length, 'item')}.`, undo === undefined
        ? undefined
        : async () => {
          await runAll(undo(result.done), 'Undone')
          await findAgain()
        })
    }
    selected.value = new Map(selected.value)
    await findAgain()
  }
  const start = (...args: Parameters<typeof run>) => { run(...args).catch(tellFailure) }

  function share () {
    try {
      assetsAmong(chosen, 'shared')
      asked.value = 'share'
    } catch (error) {
      tellFailure(error)
    }
  }

  const close = () => { asked.value = null }
  return (
    <>
      <div class='bulk-bar' ref={useRoomBelow()} role='region' aria-label='Chosen'>
        <span class='bulk-count'>{number(selectedCount.value)} chosen</span>
        <SelectHits search={search} />
        {!isBusy && <button type='button' class='button' onClick={() => { downloadFiles(chosen).catch(tellFailure) }}>Download</button>}
        {mayChange && !inTrash && !isBusy && <button type='button' class='button' onClick={share}>Share</button>}
        {mayChange && !inTrash && !isBusy && (
          <EjectAction targets={chosen.map(({ type, item }) => ({ type, id: item.id }))} />
        )}
        {assetIds.length === 2 && chosen.length === 2 && (
          <button type='button' class='button' onClick={() => go('compare', comparison(assetIds[0]!, assetIds[1]!, null))}>Compare</button>
        )}
        {!inTrash && !isBusy && <ActionsButton chosen={{ items: chosen, words: count(chosen.length, 'item') }} />}
        {mayWrite.value && !isBusy && assetIds.length > 0 && (
          <button type='button' class='button' onClick={() => { asked.value = 'collect' }}>Add to collection</button>
        )}
        {mayChange && !isBusy && (inTrash
          ? (
            <>
              <button
                type='button' class='button'
                onClick={() => start(chosen.map(operations.restore), 'Restored', (done) => done.map(operations.trash))}
              >
                Restore
              </button>
              <button type='button' class='button danger' onClick={() => { asked.value = 'delete' }}>Delete</button>
            </>
            )
          : (
            <>
              <button type='button' class='button' onClick={() => { asked.value = 'change' }}>Change</button>
              <button type='button' class='button' onClick={() => { asked.value = 'add' }}>Add tags</button>
              <button type='button' class='button' onClick={() => { asked.value = 'remove' }}>Remove tags</button>
              <button type='button' class='button' onClick={() => { asked.value = 'move' }}>Move</button>
              <button type='button' class='button' onClick={() => { asked.value = 'field' }}>Set a field</button>
              <button
                type='button' class='button danger'
                onClick={() => start(
                  chosen.map(operations.trash), 'Moved to the trash', (done) => done.map(operations.restore))}
              >
                Move to trash
              </button>
            </>
            ))}
        <button type='button' class='icon-button' onClick={selectNone}><Icon name='close' /><span class='hidden-text'>Choose none</span></button>
      </div>
      {asked.value === 'share' && <Lazy load={loadShare} props={{ assets, projects: chosen.length - assets.length, onClose: close }} />}
      {asked.value === 'collect' && <AddDialog assetIds={assetIds} onClose={close} />}
      {asked.value === 'change' && (
        <ChangeDialog
          items={chosen.length} onClose={close}
          onDone={(changes) => start(chosen.flatMap((found) => changesOf(found, changes)), 'Changed')}
        />
      )}
      {(asked.value === 'add' || asked.value === 'remove') && (
        <AskTags
          adds={asked.value === 'add'} onClose={close}
          onDone={(tags, adds) => start(
            chosen.map((found) => adds ? operations.addTags(found, tags) : operations.removeTags(found, tags)),
            adds ? 'Tagged' : 'Untagged', (done) => done.map((found) => takeBackTags(found, tags, adds)))}
        />
      )}
      {asked.value === 'move' && (
        <AskProject
          onClose={close} onDone={(project) => start(
            chosen.filter(({ item }) => item.project_id !== project).map((found) => operations.move(found, project)), 'Moved',
            (done) => done.map((found) => operations.move(found, found.item.project_id)))}
        />
      )}
      {asked.value === 'field' && (
        <AskField
          onClose={close}
          onDone={(group, field, value) => start(chosen.map((found) => operations.set(found, group, field, value)), 'Field set')}
        />
      )}
      {asked.value === 'delete' && (
        <AskDelete
          chosen={chosen} onClose={close}
          onDone={() => { run(chosen.map(operations.remove), 'Deleted').then(selectNone, tellFailure) }}
        />
      )}
      {outcome.value !== null && <BulkFailures outcome={outcome.value} onClose={() => { outcome.value = null }} />}
    </>
  )
}

/** Removes only tags that were added, and adds only tags that were removed. */
function takeBackTags (found: Found, tags: readonly string[], wereAdded: boolean): Operation {
  const had = tags.filter((tag) => found.item.tags.includes(tag))
  return wereAdded
    ? operations.removeTags(found, tags.filter((tag) => !had.includes(tag)))
    : operations.addTags(found, had)
}

/** Notes stay above it. */
function useRoomBelow () {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const watch = new ResizeObserver(() => { style.setProperty('--bulk', `${bar.current?.offsetHeight ?? 0}px`) })
    watch.observe(bar.current!)
    return () => {
      watch.disconnect()
      style.removeProperty('--bulk')
    }
  }, [])
  return bar
}
