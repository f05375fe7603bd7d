import { useSignal } from '@preact/signals'
import { mayWrite } from '../api/session.ts'
import { findAgain, type Found } from '../find/results.ts'
import { selected, selectedCount, selectNone } from '../find/selection.ts'
import { useBehind } from '../shell/curl.tsx'
import { Icon } from '../ui/icon.tsx'
import { tell } from '../ui/notes.tsx'
import { count, number } from '../ui/words.ts'
import { bodyOf, operations, runAll, type Operation, type Outcome } from './bulk.ts'
import { BulkFailures } from './bulk-failures.tsx'
import { AskDelete, AskField, AskProject, AskTags } from './bulk-dialogs.tsx'

type Asked = 'add' | 'remove' | 'move' | 'field' | 'delete' | null

/** The actions for all selected results. */
export function BulkBar () {
  const asked = useSignal<Asked>(null)
  const progress = useSignal<number | null>(null)
  const outcome = useSignal<Outcome | null>(null)
  const chosen = [...selected.value.values()]
  const inTrash = chosen.every(({ item }) => item.deleted)
  useBehind('/api/v2/bulk', 'POST', bodyOf(chosen.slice(0, 1000).map(inTrash ? operations.restore : operations.trash)))

  /** Says what was done, and offers to undo exactly that. */
  async function run (
    all: readonly Operation[], words: string, undo?: (done: readonly Found[]) => readonly Operation[]
  ) {
    asked.value = null
    progress.value = 0
    const result = await runAll(all, (done) => { progress.value = done })
    progress.value = null
    if (result.failed.length > 0) outcome.value = result
    if (result.done.length > 0) {
      tell(`${words}: ${count(result.done.length, 'item')}.`, undo === undefined
        ? undefined
        : async () => {
          await runAll(undo(result.done), () => {})
          await findAgain()
        })
    }
    // Failed items stay selected for another try.
    selected.value = new Map(result.failed.map(({ found }) => [found.item.id, found]))
    await findAgain()
  }

  const close = () => { asked.value = null }
  return (
    <>
      <div class='bulk-bar' role='region' aria-label='Chosen'>
        <span class='bulk-count'>{number(selectedCount.value)} chosen</span>
        {progress.value !== null && <progress max={chosen.length} value={progress.value} aria-label='Done' />}
        {mayWrite.value && progress.value === null && (inTrash
          ? (
            <>
              <button
                type='button' class='button'
                onClick={() => run(chosen.map(operations.restore), 'Restored', (done) => done.map(operations.trash))}
              >
                Restore
              </button>
              <button type='button' class='button danger' onClick={() => { asked.value = 'delete' }}>Delete</button>
            </>
            )
          : (
            <>
              <button type='button' class='button' onClick={() => { asked.value = 'add' }}>Add tags</button>
              <button type='button' class='button' onClick={() => { asked.value = 'remove' }}>Remove tags</button>
              <button type='button' class='button' onClick={() => { asked.value = 'move' }}>Move</button>
              <button type='button' class='button' onClick={() => { asked.value = 'field' }}>Set a field</button>
              <button
                type='button' class='button danger'
                onClick={() => run(chosen.map(operations.trash), 'Moved to the trash', (done) => done.map(operations.restore))}
              >
                Move to trash
              </button>
            </>
            ))}
        <button type='button' class='icon-button' onClick={selectNone}><Icon name='close' /><span class='hidden-text'>Choose none</span></button>
      </div>
      {(asked.value === 'add' || asked.value === 'remove') && (
        <AskTags
          adds={asked.value === 'add'} onClose={close}
          onDone={(tags, adds) => run(
            chosen.map((found) => adds ? operations.addTags(found, tags) : operations.removeTags(found, tags)),
            adds ? 'Tagged' : 'Untagged', (done) => done.map((found) => takeBackTags(found, tags, adds)))}
        />
      )}
      {asked.value === 'move' && (
        <AskProject
          onClose={close} onDone={(project) => run(
            chosen.filter(({ item }) => item.project_id !== project).map((found) => operations.move(found, project)), 'Moved',
            (done) => done.map((found) => operations.move(found, found.item.project_id)))}
        />
      )}
      {asked.value === 'field' && (
        <AskField
          onClose={close}
          onDone={(group, field, value) => run(chosen.map((found) => operations.set(found, group, field, value)), 'Field set')}
        />
      )}
      {asked.value === 'delete' && (
        <AskDelete chosen={chosen} onClose={close} onDone={() => run(chosen.map(operations.remove), 'Deleted')} />
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
