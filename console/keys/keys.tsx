import { useSignal } from '@preact/signals'
import { api, done, type Schemas } from '../api/client.ts'
import { mayWrite, who } from '../api/session.ts'
import { addressOf } from '../shell/place.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { SelectInput, TextInput } from '../ui/inputs.tsx'
import { tell } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { ago, date } from '../ui/words.ts'
import { ShownOnce } from './shown-once.tsx'

type Key = Schemas['ListedApiKey']

/** The page of the user's own keys. */
export function KeysScreen () {
  const { data, failure, reload } = useLoaded(async () => (await done(api.GET('/api/v2/user/api_keys'))).api_keys, [])
  const isMaking = useSignal(false)
  const made = useSignal<string | null>(null)
  const revoked = useSignal<Key | null>(null)
  return (
    <Page
      title='Keys' behind='/api/v2/user/api_keys' failure={failure.value} isComing={data.value === null}
      actions={mayWrite.value &&
        <button type='button' class='button primary' onClick={() => { isMaking.value = true }}>New key</button>}
    >
      <p class='quiet'>
        Keys of {who.value?.user.email}. Each program is best given one of its own. Your password and your sessions
        are on <a href={addressOf('me')}>your own page</a>.
      </p>
      {data.value !== null && (
        <Table name='Keys' columns={['Name', 'Scope', 'Made', 'Last used', 'Expires', '']}>
          {data.value.map((key) => (
            <tr key={key.id}>
              <th scope='row'>
                {key.name ?? 'Without a name'} {key.current && <span class='tag'>this one</span>}
              </th>
              <td>{key.scope}</td>
              <td title={date(key.created_at)}>{ago(key.created_at)}</td>
              <td>{key.last_used_at === null ? 'never' : ago(key.last_used_at)}</td>
              <td>{key.expires_at === null ? 'never' : date(key.expires_at)}</td>
              <td class='end'>
                {mayWrite.value && (
                  <button type='button' class='button danger' onClick={() => { revoked.value = key }}>Revoke</button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {isMaking.value && (
        <NewKey
          onClose={() => { isMaking.value = false }}
          onMade={async (key) => {
            made.value = key
            await reload()
          }}
        />
      )}
      {made.value !== null && (
        <ShownOnce value={made.value} whose='your program' onClose={() => { made.value = null }} />
      )}
      {revoked.value !== null && (
        <FormDialog
          title='Revoke this key?' verb='Revoke' isDanger onClose={() => { revoked.value = null }}
          work={async () => {
            const params = { path: { api_key_id: String(revoked.value!.id) } }
            await done(api.DELETE('/api/v2/user/api_keys/{api_key_id}', { params }))
            tell('The key was revoked.')
            if (!revoked.value!.current) await reload()
          }}
        >
          <p>
            Who uses <strong>{revoked.value.name ?? 'it'}</strong> is refused from then on.
            {revoked.value.current && ' It is the key that you are here with.'}
          </p>
        </FormDialog>
      )}
    </Page>
  )
}

const DAY_S = 86_400

function NewKey ({ onClose, onMade }: { onClose: () => void, onMade: (key: string) => Promise<void> }) {
  const name = useSignal('')
  const scope = useSignal('write')
  const days = useSignal('')
  return (
    <FormDialog
      title='New key' verb='Make key' onClose={onClose}
      work={async () => {
        const body = {
          name: name.value,
          scope: scope.value as 'agent' | 'read' | 'write',
          ...(days.value === '' ? {} : { expires_in: Number(days.value) * DAY_S })
        }
        const { api_key: made } = await done(api.POST('/api/v2/user/api_keys', { body }))
        await onMade(made.key ?? '')
      }}
    >
      <TextInput label='Name' value={name} required autoFocus hint='What it is for' />
      <SelectInput label='Scope' value={scope}>
        <option value='write'>write: all that you may</option>
        <option value='read'>read: changes nothing</option>
        <option value='agent'>agent: only takes steps of runs</option>
      </SelectInput>
      <TextInput label='Days' type='number' value={days} hint='For which it is valid; empty for ever' />
    </FormDialog>
  )
}
