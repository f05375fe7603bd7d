import { api, done } from '../api/client.ts'
import { Icon } from '../ui/icon.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { useActing } from '../ui/use-acting.ts'
import { sentOf } from './days.ts'

/** Chromium's file picker: the file is written as it arrives. */
interface FilePicker {
  readonly showSaveFilePicker?: (options: { suggestedName: string }) => Promise<{
    createWritable: () => Promise<WritableStream<Uint8Array>>
  }>
}

/** Exports the results as a file. */
export function ExportLinks ({ search }: { search: URLSearchParams }) {
  // The error of an interrupted answer says nothing more.
  const { isBusy, act } = useActing((error) =>
    tellFailure(error instanceof TypeError ? new Error('The connection was lost. Nothing was saved.') : error))

  const exportAs = (format: string) => act(async () => {
    const params = sentOf(search)
    params.delete('sort')
    params.set('format', format === 'ndjson' ? 'ndjson' : 'csv')
    if (format === 'excel') params.set('for', 'excel')
    const name = `cutroom.${format === 'ndjson' ? 'ndjson' : 'csv'}`
    const file = await (window as FilePicker).showSaveFilePicker?.({ suggestedName: name })
    const query = Object.fromEntries([...params.keys()].map((key) => [key, params.getAll(key)]))
    const data = await done(api.GET('/api/v2/export', { params: { query: query as never }, parseAs: 'stream' }))
    if (file === undefined) save(await new Response(data).blob(), name)
    else await data.pipeTo(await file.createWritable())
    tell('Exported.')
  })

  return (
    <label class='select icon-select'>
      <span class='hidden-text'>Export</span>
      <Icon name='export' />
      <select
        value='' disabled={isBusy.value}
        onChange={(event) => {
          exportAs(event.currentTarget.value)
          event.currentTarget.value = ''
        }}
      >
        <option value='' disabled>Export</option>
        <option value='csv'>CSV</option>
        <option value='excel'>CSV for spreadsheets</option>
        <option value='ndjson'>Lines of JSON</option>
      </select>
    </label>
  )
}

/** For browsers that keep the whole file in memory first. */
export function save (file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
