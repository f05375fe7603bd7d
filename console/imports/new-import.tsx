import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { api, done } from '../api/client.ts'
import { loadGroups } from '../find/names.ts'
import { SelectInput } from '../ui/inputs.tsx'
import { tellFailure } from '../ui/notes.tsx'
import { useSending } from '../ui/use-acting.ts'
import { bytes } from '../ui/words.ts'
import { guess } from './columns.ts'
import type { Import } from './imports.tsx'
import { MatchColumns } from './match-columns.tsx'
import { readSheet, withColumns, type Sheet } from './sheet.ts'

type Mode = 'upsert' | 'create' | 'update'

interface NewImportProps {
  readonly file: File | null
  /** The finished dry run of this file. */
  readonly tried: Import | null
  readonly onFile: (file: File | null) => void
  readonly onSent: (id: string) => Promise<void>
}

/** Chooses a file, matches its columns, and sends it. */
export function NewImport ({ file, tried, onFile, onSent }: NewImportProps) {
  const picker = useRef<HTMLInputElement>(null)
  const mode = useSignal<Mode>('upsert')
  const key = useSignal<'external_id' | 'id'>('external_id')
  const { isBusy, said, send } = useSending()
  /** The columns of the file, and what each is to become; null for lines of JSON. */
  const sheet = useSignal<Sheet | null>(null)
  const columns = useSignal<readonly string[]>([])
  useEffect(() => {
    sheet.value = null
    if (file === null || isLines(file)) return
    Promise.all([readSheet(file), loadGroups()]).then(([read]) => {
      columns.value = read.headings.map(guess)
      sheet.value = read
    }, tellFailure)
  }, [file])

  const begin = (dryRun: boolean) => send(async () => {
    const query = { mode: mode.value, key: key.value, dry_run: dryRun }
    const type = isLines(file!) ? 'application/x-ndjson' : 'text/csv'
    const rows = sheet.value === null ? file! : await withColumns(file!, sheet.value, columns.value)
    const { import: sent } = await done(api.POST('/api/v2/imports', {
      params: { query }, body: rows.slice(0, rows.size, type), headers: { 'content-type': type }
    }))
    await onSent(sent.id)
  })

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
        <span class='quiet'>
          {file === null ? <>CSV or lines of JSON<span class='by-mouse'>, or drop one here</span></> : `${file.name}, ${bytes(file.size)}`}
        </span>
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
          {sheet.value !== null && (
            <MatchColumns sheet={sheet.value} columns={columns.value} onChange={(now) => { columns.value = now }} />
          )}
          <div class='actions'>
            <button
              type='button' class={tried === null ? 'button primary' : 'button'} disabled={isBusy.value}
              onClick={() => { begin(true) }}
            >
              Dry run
            </button>
            <button
              type='button' class={tried === null ? 'button' : 'button primary'} disabled={isBusy.value}
              onClick={() => { begin(false) }}
            >
              Import
            </button>
          </div>
        </>
      )}
      <p class='wrong' role='alert'>{said.value}</p>
    </section>
  )
}

function isLines ({ name }: File): boolean {
  return /\.(?:nd)?jsonl?$/i.test(name)
}
