import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { allOf, read as readPage, urlOf, type Url } from '../api/client.ts'
import { operations, runAll, type Outcome } from '../bulk/bulk.ts'
import { BulkFailures } from '../bulk/bulk-failures.tsx'
import { DeleteDialog } from '../items/delete-dialog.tsx'
import { loadUsers } from '../items/people.ts'
import { rightsOf } from '../items/rights.ts'
import { useChanges } from '../live/follow.ts'
import { Empty } from '../ui/empty.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { count } from '../ui/words.ts'
import { DeleteTrashed } from './delete-trashed.tsx'
import { TrashTable } from './trash-table.tsx'
import { itemOf, type Trashed } from './trashed.ts'

interface Bin { readonly entries: readonly Trashed[], readonly next: Url<'/api/v2/trash'> | null }

const FIRST = urlOf('/api/v2/trash', { query: { limit: 100 } })

/** The page of the trash: items, since when, and when they are deleted. */
export function TrashScreen () {
  const { data, failure, reload, put } = useLoaded(async () => read(FIRST), [])
  const chosen = useSignal<ReadonlySet<string>>(new Set())
  /** The entries that are to be deleted; `all` while the rest of the trash is still to be read. */
  const asked = useSignal<readonly Trashed[] | 'all' | null>(null)
  const outcome = useSignal<Outcome | null>(null)
  const isBusy = useSignal(false)
  useEffect(() => { loadUsers() }, [])
  useChanges(({ event }) => /_(?:REMOVED|RESTORED|PURGED)$/.test(event), reload)

  const entries = data.value?.entries ?? []
  const mayPurge = (some: readonly Trashed[]) => some.some((entry) => rightsOf(entry.type, itemOf(entry)).purge)
  const selected = entries.filter((entry) => chosen.value.has(itemOf(entry).id))

  async function act (all: readonly Trashed[], words: string, operation: typeof operations.restore, undo = false) {
    isBusy.value = true
    try {
      const result = await runAll(all.map((entry) => operation(toFound(entry))), `Being ${words}`)
      if (result.failed.length > 0) outcome.value = result
      const [first] = result.done
      const what = result.done.length === 1 ? `${first!.item.title} was` : `${count(result.done.length, 'item')} were`
      const takeBack = async () => {
        await runAll(result.done.map(operations.trash), 'Undone')
        await reload()
      }
      if (result.done.length > 0) tell(`${what} ${words}.`, undo ? takeBack : undefined)
      chosen.value = new Set()
      await reload()
    } finally {
      isBusy.value = false
    }
  }
  const putBack = (all: readonly Trashed[]) => act(all, 'restored', operations.restore, true).catch(tellFailure)

  return (
    <Page
      title='Trash' behind={FIRST} failure={failure.value} isComing={data.value === null}
      actions={entries.length > 0 && (
        <>
          {selected.length > 0 && (
            <>
              <span class='quiet'>{selected.length} chosen</span>
              <button type='button' class='button' disabled={isBusy.value} onClick={() => putBack(selected)}>Restore chosen</button>
              {mayPurge(selected) && (
                <button type='button' class='button danger' disabled={isBusy.value} onClick={() => { asked.value = selected }}>
                  Delete chosen
                </button>
              )}
            </>
          )}
          {mayPurge(entries) && (
            <button type='button' class='button danger' disabled={isBusy.value} onClick={() => { asked.value = 'all' }}>
              Empty the trash
            </button>
          )}
        </>
      )}
    >
      {data.value !== null && entries.length === 0 && (
        <Empty title='The trash is empty'>What you move to the trash stays here for a while, and can be restored.</Empty>
      )}
      {entries.length > 0 && (
        <TrashTable
          entries={entries} chosen={chosen.value} onChoose={(ids) => { chosen.value = ids }}
          onRestore={(entry) => putBack([entry])} onDelete={(entry) => { asked.value = [entry] }}
        />
      )}
      {data.value !== null && data.value.next !== null && (
        <button type='button' class='button' onClick={() => { more(data.value!).catch(tellFailure) }}>Show more</button>
      )}
      {asked.value !== null && asked.value !== 'all' && asked.value.length === 1 && (
        <DeleteDialog
          type={asked.value[0]!.type} item={itemOf(asked.value[0]!)} onClose={() => { asked.value = null }}
          onDeleted={() => {
            asked.value = null
            reload()
          }}
        />
      )}
      {asked.value !== null && asked.value.length !== 1 && (
        <DeleteTrashed
          entries={asked.value} onClose={() => { asked.value = null }} readAll={readAll}
          onDelete={async (all) => act(all, 'deleted', operations.remove)}
        />
      )}
      {outcome.value !== null && <BulkFailures outcome={outcome.value} onClose={() => { outcome.value = null }} />}
    </Page>
  )

  async function more (bin: Bin): Promise<void> {
    const page = await read(bin.next!)
    put({ ...page, entries: [...bin.entries, ...page.entries] })
  }
}

function toFound (entry: Trashed) {
  return { type: entry.type, item: { original_filename: null, ...itemOf(entry) } }
}

async function read (url: Url<'/api/v2/trash'>): Promise<Bin> {
  const { data: { trash }, next } = await readPage(url)
  return { entries: trash, next }
}

/** Everything that is in the trash now. */
async function readAll (): Promise<readonly Trashed[]> {
  return allOf(urlOf('/api/v2/trash', { query: { limit: 1000 } }), 'trash')
}
