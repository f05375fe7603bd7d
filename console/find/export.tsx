import { useSignal } from '@preact/signals'
import { ask } from '../api/client.ts'
import { Icon } from '../ui/icon.tsx'
import { tellFailure } from '../ui/notes.tsx'

/** Takes what is found out, as a file. */
export function ExportLinks ({ search }: { search: URLSearchParams }) {
  const isBusy = useSignal(false)

  async function save (format: string) {
    isBusy.value = true
    try {
      const params = new URLSearchParams(search)
      if (params.get('sort') !== null) params.delete('sort')
      params.set('format', format === 'ndjson' ? 'ndjson' : 'csv')
      if (format === 'excel') params.set('for', 'excel')
      const answer = await ask('GET', `/api/v2/export?${params.toString()}`)
      saveAs(await answer.blob(), `cutroom.${format === 'ndjson' ? 'ndjson' : 'csv'}`)
    } catch (error) {
      tellFailure(error)
    } finally {
      isBusy.value = false
    }
  }

  return (
    <label class='select icon-select'>
      <span class='hidden-text'>Export</span>
      <Icon name='export' />
      <select
        value='' disabled={isBusy.value}
        onChange={(event) => {
          save(event.currentTarget.value)
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

function saveAs (file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
