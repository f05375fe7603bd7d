import { useSignal } from '@preact/signals'
import { groups, optionsOf } from '../find/names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { same } from './edits.ts'
import { fieldNames, valueOf } from './item.ts'
import type { Clash, Conflict } from './save.ts'
import { nameOfField } from './take-back.ts'
import type { Editing } from './use-item.ts'

type Whose = 'mine' | 'theirs'

/** Another user has saved other values of the same fields: shows both, and lets the user choose field by field. */
export function ConflictDialog ({ editing, conflict }: { editing: Editing, conflict: Conflict }) {
  const { clashes, theirs } = conflict
  const before = editing.version.value!.item
  const others = Object.keys(fieldNames).filter((name) =>
    !clashes.some((clash) => clash.group === null && clash.name === name) &&
    !same(valueOf(before, name), valueOf(theirs.item, name)))
  const chosen = useSignal<Readonly<Record<string, Whose>>>({})
  const whose = (clash: Clash): Whose => chosen.value[keyOf(clash)] ?? 'mine'
  const settle = () => editing.settle(conflict, (clash) => whose(clash) === 'mine')

  return (
    <Dialog title='Somebody else has changed this meanwhile' onClose={() => { editing.conflict.value = null }} wide>
      <p>Nothing is lost. Choose what is to stand.</p>
      {clashes.map((clash) => (
        <fieldset key={keyOf(clash)} class='versions'>
          <legend>{nameOf(clash)}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} class='check version'>
              <input
                type='radio' name={`conflict-${keyOf(clash)}`} checked={whose(clash) === side}
                onChange={() => { chosen.value = { ...chosen.value, [keyOf(clash)]: side } }}
              />
              <span>
                <span class='quiet'>{side === 'mine' ? 'Yours' : 'Theirs'}</span>
                <span class='version-text'>{textOf(clash, clash[side]) || 'empty'}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {others.length > 0 && (
        <div>
          <p>They have also changed:</p>
          <dl class='facts'>
            {others.map((name) => [<dt key={name}>{fieldNames[name]}</dt>, <dd key={`${name}=`}>{words(valueOf(theirs.item, name)) || 'empty'}</dd>])}
          </dl>
        </div>
      )}
      <div class='actions'>
        <button type='button' class='button primary' onClick={() => { settle(); editing.save() }}>Save</button>
        <button type='button' class='button' onClick={settle}>Go on editing</button>
      </div>
    </Dialog>
  )
}

function keyOf ({ group, name }: Clash): string {
  return `${group ?? ''} ${name}`
}

function nameOf ({ group, name }: Clash): string {
  return group === null ? fieldNames[name] ?? name : nameOfField(group, name)
}

function textOf ({ group, name }: Clash, value: unknown): string {
  const own = name.split('/').at(-1)
  if (own === 'removed' && value === true) return 'Removed'
  const field = groups.value?.find(({ id }) => String(id) === group)?.fields.find(({ id }) => String(id) === own)
  if (field?.field_type === 'rich_text') return new DOMParser().parseFromString(String(value ?? ''), 'text/html').body.textContent ?? ''
  if (field?.field_type === 'dropdown') return optionsOf(field).find(([stored]) => stored === value)?.[1] ?? words(value)
  return words(value)
}

function words (value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object' && value !== null) return Object.values(value).map(words).join(', ')
  return String(value ?? '')
}
