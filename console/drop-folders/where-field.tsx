import type { Schemas } from '../api/client.ts'
import { isAdmin } from '../api/session.ts'
import { SelectInput, TextInput } from '../ui/inputs.tsx'
import { Wrong } from '../ui/wrong.tsx'
import type { Draft } from './draft.ts'
import type { Broken } from './rules-form.tsx'
import { directionWords } from './words.tsx'

interface WhereProps {
  readonly draft: Draft
  readonly broken: Broken
  readonly locations: ReadonlyArray<Schemas['Location']>
}

const TYPES: Readonly<Record<string, string>> = { folder: 'a folder', bucket: 'a bucket' }

/** The direction and the place of a new drop folder, for administrators. All others take uploads and links. */
export function WhereField ({ draft: { direction, location, path }, broken, locations }: WhereProps) {
  if (!isAdmin.value) return <p class='quiet'>Files come in by uploads and links. Administrators add folders and buckets.</p>
  const isOut = direction.value === 'out'
  return (
    <>
      <div class='entry-row'>
        <SelectInput label='Direction' value={direction} hint='This cannot be changed later.'>
          <option value='in'>{directionWords.in}</option>
          <option value='out'>{directionWords.out}</option>
        </SelectInput>
        <SelectInput
          label='Location' value={location} required={isOut}
          hint={locations.length === 0
            ? 'There is none: the operator of the service names folders and buckets by LOCATIONS.'
            : 'This cannot be changed later.'}
        >
          <option value=''>{isOut ? 'Choose one' : 'None: by uploads and links'}</option>
          {locations.map(({ name, type }) => <option key={name} value={name}>{name}, {TYPES[type] ?? type}</option>)}
        </SelectInput>
        {location.value !== '' && (
          <TextInput
            label='Path' value={path} placeholder='cards/A'
            hint='The folder below the location, which is made where it is missing. Empty: the location itself.'
          />
        )}
      </div>
      <Wrong text={broken.direction ?? broken.location} />
      <Wrong text={broken.path} />
    </>
  )
}
