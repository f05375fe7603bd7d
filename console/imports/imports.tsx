import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { api, ask, done, type Schemas } from '../api/client.ts'
import { sentenceOf } from '../api/failure.ts'
import { mayWrite } from '../api/session.ts'
import { Empty } from '../ui/empty.tsx'
import { SelectInput } from '../ui/inputs.tsx'
import { tellFailure } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { ago, bytes, date, number } from '../ui/words.ts'
import { ImportReport } from './import-report.tsx'

type Import = Schemas['Import']

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
    <Page title='Imports' behind={path} failure={failure.value}>
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

interface NewImportProps {
  readonly file: File | null
  /** The finished dry run of this file. */
  readonly tried: Import | null
  readonly onFile: (file: File | null) => void
  readonly onSent: (id: string) => Promise<void>
}

function NewImport ({ file, tried, onFile, onSent }: NewImportProps) {
  const picker = useRef<HTMLInputElement>(null)
  const mode = useSignal('upsert')
  const key = useSignal('external_id')
  const failure = useSignal<string | null>(null)
  const isBusy = useSignal(false)

  async function send (dryRun: boolean) {
    isBusy.value = true
    failure.value = null
    try {
      const query = new URLSearchParams({ mode: mode.value, key: key.value, dry_run: String(dryRun) })
      const type = /\.(?:nd)?jsonl?$/i.test(file!.name) ? 'application/x-ndjson' : 'text/csv'
      const answer = await ask('POST', `/api/v2/imports?${query.toString()}`, file!.slice(0, file!.size, type),
        { headers: { 'content-type': type } })
      await onSent(((await answer.json()) as { import: Import }).import.id)
    } catch (error) {
      failure.value = sentenceOf(error)
    } finally {
      isBusy.value = false
    }
  }

  return (
    <section
      class='new-import stack' aria-label='New import' onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const [dropped] = event.dataTransfer?.files ?? []
        if (dropped !== undefined) onFile(dropped)
      }}
    >
      <div class='import-row'>
        <button type='button' class='button' onClick={() => picker.current!.click()}>Choose a file</button>
        <span class='quiet'>{file === null ? 'CSV or lines of JSON, or drop one here' : `${file.name}, ${bytes(file.size)}`}</span>
        <input
          ref={picker} type='file' hidden aria-hidden='true' tabIndex={-1} accept='.csv,.tsv,.txt,.ndjson,.jsonl,text/csv'
          onChange={(event) => {
            onFile(event.currentTarget.files?.[0] ?? null)
            event.currentTarget.value = ''
          }}
        />
      </div>
      {file !== null && (
        <>
          <div class='import-row'>
            <SelectInput label='Rows may' value={mode}>
              <option value='upsert'>create and update</option>
              <option value='create'>create only</option>
              <option value='update'>update only</option>
            </SelectInput>
            <SelectInput label='Items are known by' value={key}>
              <option value='external_id'>external_id</option>
              <option value='id'>id</option>
            </SelectInput>
          </div>
          <div class='actions'>
            <button
              type='button' class={tried === null ? 'button primary' : 'button'} disabled={isBusy.value}
              onClick={() => { send(true).catch(tellFailure) }}
            >
              Dry run
            </button>
            <button
              type='button' class={tried === null ? 'button' : 'button primary'} disabled={isBusy.value}
              onClick={() => { send(false).catch(tellFailure) }}
            >
              Import
            </button>
          </div>
        </>
      )}
      <p class='wrong' role='alert'>{failure.value}</p>
    </section>
  )
}
