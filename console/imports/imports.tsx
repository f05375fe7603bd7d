import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done, type Schemas } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { ago, date, number } from '../ui/words.ts'
import { ImportReport } from './import-report.tsx'
import { NewImport } from './new-import.tsx'

export type Import = Schemas['Import']

const LOOK_MS = 800

/** The page of imports: first a dry run, then the import. */
export function ImportsScreen () {
  const path = '/api/v2/imports'
  const { data, failure, reload } = useLoaded(async () => (await done(api.GET(path))).imports as Import[], [])
  const shown = useSignal<string | null>(null)
  const file = useSignal<File | null>(null)
  const isMoving = data.value?.some(({ status }) => status === 'pending' || status === 'running') === true
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(reload, LOOK_MS)
    return () => clearInterval(timer)
  }, [isMoving])

  const current = data.value?.find(({ id }) => id === shown.value)
  return (
    <Page title='Imports' behind={path} failure={failure.value} isComing={data.value === null}>
      {mayWrite.value && (
        <NewImport
          file={file.value} tried={current?.dry_run === true && current.status === 'done' ? current : null}
          onFile={(chosen) => {
            file.value = chosen
            shown.value = null
          }}
          onSent={async (id) => {
            shown.value = id
            await reload()
          }}
        />
      )}
      {current !== undefined && <ImportReport entry={current} onChanged={reload} />}
      {data.value !== null && data.value.length === 0 && (
        <Empty title='Nothing was imported yet'>
          Choose a CSV file with a column title, or one that was exported. The dry run says what would happen.
        </Empty>
      )}
      {data.value !== null && data.value.length > 0 && (
        <Table name='Imports' columns={['Begun', 'State', 'Rows', 'Created', 'Updated', 'Unchanged', 'Failed', '']}>
          {data.value.map((entry) => (
            <tr key={entry.id}>
              <th scope='row' title={date(entry.created_at)}>{ago(entry.created_at)}</th>
              <td>{entry.status}{entry.dry_run && <span class='tag'>dry run</span>}</td>
              {(['rows', 'created', 'updated', 'unchanged', 'failed'] as const)
                .map((name) => <td key={name} class='number'>{number(entry[name])}</td>)}
              <td class='end'>
                <button type='button' class='button' onClick={() => { shown.value = entry.id }}>Show</button>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Page>
  )
}
