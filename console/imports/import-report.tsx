import { api, done, type Schemas } from '../api/client.ts'
import { plain } from '../api/failure.ts'
import { save } from '../find/export.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { Table } from '../ui/table.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { count, number } from '../ui/words.ts'

type Import = Schemas['Import']

const SHOWN = 100

/** The result of an import, or of its dry run, with the mistakes of each row. */
export function ImportReport ({ entry, onChanged }: { entry: Import, onChanged: () => Promise<void> }) {
  const { id, status, dry_run: isDry, created, updated, unchanged, failed, rows, error } = entry
  const params = { path: { import_id: id } }
  const { data } = useLoaded(
    async () => (await done(api.GET('/api/v2/imports/{import_id}', { params }))).errors, [id, failed, status])
  const isMoving = status === 'pending' || status === 'running'

  async function cancel () {
    try {
      await done(api.DELETE('/api/v2/imports/{import_id}', { params }))
      tell('The import was cancelled. What is in stays in.')
    } catch (error) {
      tellFailure(error)
    }
    await onChanged()
  }

  async function saveErrors () {
    save(await done(api.GET('/api/v2/imports/{import_id}/errors', { params, parseAs: 'blob' })), 'errors.csv')
  }

  return (
    <section class='report stack' aria-label='Report' aria-live='polite'>
      <h2>{isDry ? 'Dry run: nothing was written' : 'Import'}</h2>
      {isMoving && <progress aria-label='Import' />}
      <p>
        {isMoving ? `${count(rows, 'row')} until now. ` : ''}
        {isDry ? 'Would create' : 'Created'} {number(created)}, update{isDry ? '' : 'd'} {number(updated)},
        leave{isDry ? '' : 's'} {number(unchanged)} as they are, {number(failed)} wrong.
      </p>
      {error !== null && <p class='wrong' role='alert'>{plain(error)}</p>}
      {data.value !== null && data.value.length > 0 && (
        <Table name='Wrong rows' columns={['Line', 'Column', 'What is wrong']}>
          {data.value.slice(0, SHOWN).map((row, index) => (
            <tr key={index}><td class='number'>{row.line}</td><td>{row.column ?? 'the row'}</td><td>{plain(row.error)}</td></tr>
          ))}
        </Table>
      )}
      <div class='actions'>
        {isMoving && <button type='button' class='button' onClick={cancel}>Cancel</button>}
        {failed > 0 && (
          <button type='button' class='button' onClick={() => { saveErrors().catch(tellFailure) }}>All errors as CSV</button>
        )}
      </div>
    </section>
  )
}
