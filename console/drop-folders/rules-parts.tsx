import { useId } from 'preact/hooks'
import { ProjectField } from '../items/project-field.tsx'
import { TagsField } from '../items/tags-field.tsx'
import { LongTextInput, SelectInput, TextInput } from '../ui/inputs.tsx'
import { Wrong } from '../ui/wrong.tsx'
import { secondsAllowed, type Draft } from './draft.ts'
import type { Broken } from './rules-form.tsx'
import { ValuesField } from './values-field.tsx'
import { afterWords } from './words.tsx'

interface PartProps {
  readonly draft: Draft
  readonly broken: Broken
  readonly readOnly: boolean
}

/** Where assets go, and what they get. Of one from which files go out, who sees it. */
export function Goal ({ draft, broken, readOnly }: PartProps) {
  const isOut = draft.direction.value === 'out'
  const name = isOut ? 'Who sees it' : 'Assets'
  return (
    <section class='stack hook-part' aria-label={name}>
      <h2>{name}</h2>
      <ProjectField
        readOnly={readOnly} value={draft.project_id.value} onChange={(id) => { draft.project_id.value = id }}
      />
      <Wrong text={broken.project_id} />
      <p class='quiet'>Who sees the project sees the drop folder; without one, who sees the whole account.</p>
      {!isOut && (
        <>
          <SelectInput label='Subfolders' value={draft.subfolders}>
            <option value='ignore'>Put all assets into the project</option>
            <option value='create'>Put assets into subprojects by their folders, made where missing</option>
          </SelectInput>
          <Wrong text={broken.subfolders} />
          <TextInput label='Category' value={draft.category} />
          <Wrong text={broken.category} />
          <TagsField readOnly={readOnly} value={draft.tags.value} onChange={(tags) => { draft.tags.value = tags }} />
          <Wrong text={broken.tags} />
          <ValuesField readOnly={readOnly} values={draft.custom_fields} />
          <Wrong text={broken.custom_fields} />
        </>
      )}
    </section>
  )
}

/** Which files are taken, when, and what becomes of them. */
export function Taking ({ draft, broken, isPlaced }: PartProps & { readonly isPlaced: boolean }) {
  const { after } = draft
  const means = useId()
  return (
    <section class='stack hook-part' aria-label='Files'>
      <h2>Files</h2>
      <p class='quiet' id={means}>
        Patterns have * and ?, and are of names or, with /, of paths: *.mov, proxies/*. One a line. What is to be
        ignored is, whatever else is said.
      </p>
      <div class='pattern-row' role='group' aria-label='Patterns' aria-describedby={means}>
        <div class='stack'>
          <LongTextInput label='Only these' value={draft.only} rows={3} hint='None: all files' />
          <Wrong text={broken.only} />
        </div>
        <div class='stack'>
          <LongTextInput label='Ignore these' value={draft.ignore} rows={3} />
          <Wrong text={broken.ignore} />
        </div>
      </div>
      {isPlaced && (
        <>
          <TextInput
            label='Seconds without a change' type='number' value={draft.settle} required {...secondsAllowed}
            hint='A file is taken when it was the same for so long.'
          />
          <Wrong text={broken.settle} />
          <SelectInput label='When a file is in' value={after}>
            {Object.entries(afterWords).map(([value, [words]]) => <option key={value} value={value}>{words}</option>)}
          </SelectInput>
          <p class={after.value === 'delete' ? 'banner' : 'quiet'} role='status'>
            {afterWords[after.value as keyof typeof afterWords][1]}
          </p>
          <Wrong text={broken.after} />
        </>
      )}
      <SelectInput label='When other bytes are at the path of an asset' value={draft.changed}>
        <option value='asset'>Add a new asset</option>
        <option value='version'>Make them a version of its file</option>
      </SelectInput>
      <Wrong text={broken.changed} />
    </section>
  )
}
