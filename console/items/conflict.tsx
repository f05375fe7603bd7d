import { useSignal } from '@preact/signals'
import { Dialog } from '../ui/dialog.tsx'
import { edit } from './edits.ts'
import { fieldNames, type Version } from './item.ts'
import { valueOf, type Editing } from './use-item.ts'

/** Another user saved first: shows both versions, and lets the user choose field by field. */
export function ConflictDialog ({ editing, theirs }: { editing: Editing, theirs: Version }) {
  const { edits, version, conflict, rebase, save } = editing
  const mine = edits.value.fields
  const before = version.value!.item
  const both = Object.keys(mine)
  const changed = Object.keys(fieldNames).filter((name) =>
    !both.includes(name) && name in theirs.item && text(valueOf(before, name)) !== text(valueOf(theirs.item, name)))
  const chosen = useSignal<Readonly<Record<string, 'mine' | 'theirs'>>>(Object.fromEntries(both.map((name) => [name, 'mine'])))

  function take () {
    for (const name of both) {
      if (chosen.value[name] !== 'theirs') continue
      edit(edits, 'fields', name, valueOf(before, name), valueOf(before, name))
    }
    rebase(theirs)
  }

  return (
    <Dialog title='Somebody else has changed this meanwhile' onClose={() => { conflict.value = null }} wide>
      <p>Nothing is lost. Choose what is to stand.</p>
      {both.map((name) => (
        <fieldset key={name} class='versions'>
          <legend>{fieldNames[name] ?? name}</legend>
          {(['mine', 'theirs'] as const).map((whose) => (
            <label key={whose} class='check version'>
              <input
                type='radio' name={`conflict-${name}`} checked={chosen.value[name] === whose}
                onChange={() => { chosen.value = { ...chosen.value, [name]: whose } }}
              />
              <span>
                <span class='quiet'>{whose === 'mine' ? 'Yours' : 'Theirs'}</span>
                <span class='version-text'>{text(whose === 'mine' ? mine[name] : valueOf(theirs.item, name)) || 'empty'}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {changed.length > 0 && (
        <div>
          <p>They have also changed:</p>
          <dl class='facts'>
            {changed.map((name) => [<dt key={name}>{fieldNames[name]}</dt>, <dd key={`${name}=`}>{text(valueOf(theirs.item, name)) || 'empty'}</dd>])}
          </dl>
        </div>
      )}
      <div class='actions'>
        <button type='button' class='button primary' onClick={() => { take(); save() }}>Save</button>
        <button type='button' class='button' onClick={take}>Go on editing</button>
      </div>
    </Dialog>
  )
}

function text (value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}
