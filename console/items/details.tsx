import type { ComponentChildren } from 'preact'
import type { Item } from '../api/client.ts'
import { onlyLooks } from '../api/session.ts'
import { ago, date } from '../ui/words.ts'
import { CustomFields } from './custom-fields.tsx'
import { forgetEdits, isEmpty } from './edits.ts'
import { isFixed, ItemFields } from './fields.tsx'
import { whoHas } from './people.ts'
import type { Editing } from './use-item.ts'

interface DetailsProps {
  readonly editing: Editing
  readonly item: Item
  /** What may be done with the item, below what is known of it. */
  readonly children?: ComponentChildren
}

/** The fields of an item, and what is known of it. */
export function Details ({ editing, item, children }: DetailsProps) {
  const { edits, isSaving } = editing
  const isEdited = !isEmpty(edits.value)
  return (
    <>
      <section class='stack' aria-label='Details'>
        <ItemFields editing={editing} />
      </section>
      <CustomFields editing={editing} />
      {!isFixed(editing) && (
        <div class={isEdited ? 'save-bar edited' : 'save-bar'}>
          <button type='submit' class='button primary' disabled={isSaving.value}>Save</button>
          {isEdited && <button type='button' class='button' onClick={() => forgetEdits(edits)}>Discard</button>}
          <span class='quiet'>{isEdited ? 'Not saved yet' : ''}</span>
        </div>
      )}
      <dl class='facts'>
        <dt>Owner</dt><dd title={item.owner}><bdi>{whoHas(item.owner)}</bdi></dd>
        <dt>Created</dt><dd title={date(item.created_date)}>{ago(item.created_date)}</dd>
        <dt>Changed</dt><dd title={date(item.modification_date)}>{ago(item.modification_date)}</dd>
        {!onlyLooks.value && <><dt>Id</dt><dd class='mono'>{item.id}</dd></>}
      </dl>
      {children}
    </>
  )
}
