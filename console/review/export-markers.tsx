import { useSignal } from '@preact/signals'
import { answered, api } from '../api/client.ts'
import { save } from '../find/export.tsx'
import { filmClock } from '../film/clock.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { SelectInput, TextInput } from '../ui/inputs.tsx'
import { tell } from '../ui/notes.tsx'

const FORMATS = [
  ['edl', 'EDL, for DaVinci Resolve'],
  ['fcpxml', 'FCPXML, for Final Cut Pro'],
  ['xmeml', 'XML, for Premiere Pro'],
  ['avid', 'Text, for Media Composer'],
  ['otio', 'OpenTimelineIO'],
  ['csv', 'CSV'],
  ['excel', 'CSV for spreadsheets']
] as const

/** Saves the comments as markers for an editing program. */
export function ExportMarkers ({ id, begins, onClose }: { id: string, begins: string, onClose: () => void }) {
  const format = useSignal<typeof FORMATS[number][0]>(filmClock.value === null ? 'csv' : 'edl')
  const start = useSignal('')

  async function work () {
    const forExcel = format.value === 'excel' ? { format: 'csv' as const, for: 'excel' as const } : { format: format.value }
    const query = { ...forExcel, ...start.value.trim() !== '' && { start: start.value.trim() } }
    const { data, response } = await answered(api.GET('/api/v2/assets/{asset_id}/comments', {
      params: { path: { asset_id: id }, query }, parseAs: 'blob'
    }))
    const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'markers'
    save(data, name)
    tell(`The markers are in ${name}.`)
  }

  return (
    <FormDialog title='Export markers' verb='Export' work={work} onClose={onClose}>
      <SelectInput label='Format' value={format}>
        {FORMATS.map(([value, name]) => <option key={value} value={value}>{name}</option>)}
      </SelectInput>
      <TextInput label='Start' value={start} placeholder={begins} hint='The time code at which the film begins in your program.' />
    </FormDialog>
  )
}
