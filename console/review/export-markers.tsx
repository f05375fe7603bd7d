import { useSignal } from '@preact/signals'
import { answered, api } from '../api/client.ts'
import { save } from '../find/export.tsx'
import type { FilmClock } from '../../src/basics/time-code.ts'
import { momentCode } from '../film/timecode.ts'
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

interface ExportProps {
  readonly id: string
  readonly title: string
  readonly clock: FilmClock | null
  readonly onClose: () => void
}

/** Saves the comments as markers for an editing program, under the name of the asset. */
export function ExportMarkers ({ id, title, clock, onClose }: ExportProps) {
  const format = useSignal<typeof FORMATS[number][0]>(clock === null ? 'csv' : 'edl')
  const start = useSignal('')

  async function work () {
    const forExcel = format.value === 'excel' ? { format: 'csv' as const, for: 'excel' as const } : { format: format.value }
    const query = { ...forExcel, ...start.value.trim() !== '' && { start: start.value.trim() } }
    const { data, response } = await answered(api.GET('/api/v2/assets/{asset_id}/comments', {
      params: { path: { asset_id: id }, query }, parseAs: 'blob'
    }))
    const ending = /filename="[^"]*(\.\w+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
    const name = `${fileNameOf(title)}${ending}`
    save(data, name)
    tell(`The markers are in ${name}.`)
  }

  return (
    <FormDialog title='Export markers' verb='Export' work={work} onClose={onClose}>
      <SelectInput label='Format' value={format}>
        {FORMATS.map(([value, name]) => <option key={value} value={value}>{name}</option>)}
      </SelectInput>
      <TextInput label='Start' value={start} placeholder={momentCode(0, clock)} hint='The time code at which the film begins in your program.' />
    </FormDialog>
  )
}

/** A title without what file systems refuse. */
function fileNameOf (title: string): string {
  return title.replaceAll(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ').trim().replace(/^\.+/, '').slice(0, 100) || 'comments'
}
