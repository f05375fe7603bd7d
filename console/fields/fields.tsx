import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { groups, loadGroups, type CustomField, type Group } from '../find/names.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { tellFailure } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { FieldDialog } from './field-dialog.tsx'
import { GroupDialog } from './group-dialog.tsx'

type Asked =
  | { readonly what: 'group', readonly group: Group | null }
  | { readonly what: 'field', readonly group: Group, readonly field: CustomField | null }
  | { readonly what: 'delete', readonly group: Group, readonly field: CustomField | null }

const again = async () => loadGroups({ again: true })

/** The custom fields of the account, in groups. */
export function FieldsScreen () {
  const asked = useSignal<Asked | null>(null)
  useEffect(() => { again().catch(tellFailure) }, [])
  const close = () => { asked.value = null }
  const { value: now } = asked
  return (
    <Page
      title='Fields' behind='/api/v2/field_groups' isComing={groups.value === null}
      actions={mayWrite.value && (
        <button type='button' class='button primary' onClick={() => { asked.value = { what: 'group', group: null } }}>
          New group
        </button>
      )}
    >
      {groups.value?.length === 0 && (
        <Empty title='There are no fields yet'>Fields stand in groups. Make a group first, then its fields.</Empty>
      )}
      {groups.value?.map((group) => (
        <section key={group.id} class='field-group' aria-label={group.name}>
          <div class='section-head'>
            <h2>{group.name} {group.group_type === 'complex' && <span class='tag'>several entries</span>}</h2>
            {mayWrite.value && (
              <span class='actions'>
                <button type='button' class='button' onClick={() => { asked.value = { what: 'field', group, field: null } }}>
                  New field
                </button>
                <button type='button' class='button' onClick={() => { asked.value = { what: 'group', group } }}>Rename</button>
                <button
                  type='button' class='button danger'
                  onClick={() => { asked.value = { what: 'delete', group, field: null } }}
                >
                  Delete
                </button>
              </span>
            )}
          </div>
          {group.fields.length === 0
            ? <p class='quiet'>No fields yet.</p>
            : <Fields group={group} onAsk={(what, field) => { asked.value = { what, group, field } }} />}
        </section>
      ))}
      {now?.what === 'group' && <GroupDialog group={now.group} onClose={close} onSaved={again} />}
      {now?.what === 'field' && <FieldDialog group={now.group} field={now.field} onClose={close} onSaved={again} />}
      {now?.what === 'delete' && <DeleteQuestion group={now.group} field={now.field} onClose={close} />}
    </Page>
  )
}

interface FieldsProps {
  readonly group: Group
  readonly onAsk: (what: 'field' | 'delete', field: CustomField) => void
}

function Fields ({ group, onAsk }: FieldsProps) {
  return (
    <Table name={`Fields of ${group.name}`} columns={['Name', 'Type', 'Searchable', 'Read only', 'Id', '']}>
      {group.fields.map((field) => (
        <tr key={field.id}>
          <th scope='row'>{field.name}</th>
          <td>{field.field_type}</td>
          <td>{field.searchable ? 'yes' : 'no'}</td>
          <td>{field.read_only ? 'yes' : 'no'}</td>
          <td class='mono'>{field.id}</td>
          <td class='end'>
            {mayWrite.value && (
              <span class='actions'>
                <button type='button' class='button' onClick={() => onAsk('field', field)}>Change</button>
                <button type='button' class='button danger' onClick={() => onAsk('delete', field)}>Delete</button>
              </span>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function DeleteQuestion ({ group, field, onClose }: { group: Group, field: CustomField | null, onClose: () => void }) {
  const path = { field_group_id: String(group.id) }
  const remove = async () => {
    if (field === null) await done(api.DELETE('/api/v2/admin/field_groups/{field_group_id}', { params: { path } }))
    else {
      await done(api.DELETE('/api/v2/admin/field_groups/{field_group_id}/fields/{field_id}', {
        params: { path: { ...path, field_id: String(field.id) } }
      }))
    }
    await again()
  }
  return (
    <FormDialog title='Delete for good?' verb='Delete' isDanger work={remove} onClose={onClose}>
      <p>
        With <strong>{field?.name ?? group.name}</strong> go {field === null ? 'its fields and ' : ''}all its values, of all
        assets and projects. They cannot be brought back.
      </p>
    </FormDialog>
  )
}
