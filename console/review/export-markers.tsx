import { useSignal } from '@preact/signals'
import { ask } from '../api/client.ts'
import { save } from '../find/export.tsx'
import { filmClock } from '../film/clock.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { SelectInput, TextInput } from '../ui/inputs.tsx'
import { tell } from '../ui/notes.tsx'

const FORMATS: ReadonlyArray<[string, string]> = [
  ['edl', 'EDL, for DaVinci Resolve'],
  ['fcpxml', 'FCPXML, for Final Cut Pro'],
  ['xmeml', 'XML, for Premiere Pro'],
  ['avid', 'Text, for Media Composer'],
  ['otio', 'OpenTimelineIO'],
  ['csv', 'CSV'],
  ['excel', 'CSV for spreadsheets']
]

/** Saves the comments as markers for an editing program. */
export function ExportMarkers ({ path, begins, onClose }: { path: string, begins: string, onClose: () => void }) {
  const format = useSignal(filmClock.value === null ? 'csv' : 'edl')
  const start = useSignal('')

  async function work () {
    const params = new URLSearchParams({ format: format.value === 'excel' ? 'csv' : format.value })
    if (format.value === 'excel') params.set('for', 'excel')
    if (start.value.trim() !== '') params.set('start', start.value.trim())
    const answer = await ask('GET', `${path}?${params.toString()}`)
    const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'markers'
    save(await answer.blob(), name)
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
