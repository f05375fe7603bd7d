import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { calledBy, loadUsers, nameAndEmail, users } from '../items/people.ts'
import { UserSelect } from '../items/user-select.tsx'
import { useChanges } from '../live/follow.ts'
import { go } from '../shell/place.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { GroupDialog } from './group-dialog.tsx'

const USERS = '/api/v2/admin/user_groups/{user_group_id}/users'

/** The page of a group: its users. */
export function GroupScreen ({ id }: { id: string }) {
  const params = { path: { user_group_id: id } }
  const { data, failure, reload } = useLoaded(async () => {
    const { user_group: group } = await done(api.GET('/api/v2/user_groups/{user_group_id}', { params }))
    const listed = await done(api.GET('/api/v2/user_groups/{user_group_id}/users', { params: { ...params, query: { limit: 1000 } } }))
    return { group, inside: listed.users }
  }, [id])
  const asked = useSignal<'change' | 'delete' | null>(null)
  const chosen = useSignal('')
  useEffect(() => { loadUsers() }, [])
  useChanges(({ event }) => event.startsWith('USER_GROUP'), reload)
  const close = () => { asked.value = null }
  const { group, inside } = data.value ?? { group: null, inside: [] }

  const put = async (user: number) => {
    await done(api.POST(USERS, { params, body: { user_ids: [user] } }))
    await reload()
  }
  const take = async (user: number) => {
    await done(api.DELETE(USERS, { params, body: { user_ids: [user] } }))
    await reload()
  }
  const act = (work: Promise<void>, words: string, undo: () => Promise<void>) => {
    work.then(() => tell(words, undo), tellFailure)
  }

  const isByHand = mayWrite.value && group?.provider_group === null
  const others = [...users.value.values()]
    .filter((user) => !user.disabled && !inside.some((one) => one.id === user.id))
  return (
    <Page
      title={group?.name ?? 'Group'} behind={`/api/v2/user_groups/${id}`}
      failure={failure.value} isComing={group === null}
      actions={group !== null && mayWrite.value && (
        <>
          <button type='button' class='button' onClick={() => { asked.value = 'change' }}>Change</button>
          <button type='button' class='button danger' onClick={() => { asked.value = 'delete' }}>Delete</button>
        </>
      )}
    >
      {group !== null && group.provider_group !== null && (
        <p class='quiet'>
          Its users come from the provider: those in <strong><bdi>{group.provider_group}</bdi></strong> when they sign
          in.
        </p>
      )}
      {isByHand && others.length > 0 && (
        <div class='attach'>
          <UserSelect label='Add to the group' chosen={chosen} among={others} />
          <button
            type='button' class='button' disabled={chosen.value === ''}
            onClick={() => {
              const user = Number(chosen.value)
              chosen.value = ''
              act(put(user), 'Added to the group.', async () => take(user))
            }}
          >
            Add
          </button>
        </div>
      )}
      {group !== null && inside.length === 0 && <p class='quiet'>Nobody is in this group.</p>}
      {inside.length > 0 && (
        <Table name='Users' columns={['User', 'State', '']}>
          {inside.map((user) => (
            <tr key={user.id}>
              <th scope='row'><bdi>{nameAndEmail(user)}</bdi></th>
              <td>{user.disabled ? <span class='state bad'>Disabled</span> : <span class='state good'>Active</span>}</td>
              <td class='end'>
                {isByHand && (
                  <button
                    type='button' class='button'
                    onClick={() => act(take(user.id), `${calledBy(user)} is not in the group any more.`, async () => put(user.id))}
                  >
                    Remove<span class='hidden-text'> {nameAndEmail(user)}</span>
                  </button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {group !== null && asked.value === 'change' && (
        <GroupDialog
          group={group} onClose={close}
          onDone={async (body) => {
            await done(api.POST('/api/v2/admin/user_groups/{user_group_id}', { params, body }))
            await reload()
          }}
        />
      )}
      {group !== null && asked.value === 'delete' && (
        <FormDialog
          title='Delete the group?' verb='Delete' isDanger onClose={close}
          work={async () => {
            await done(api.DELETE('/api/v2/admin/user_groups/{user_group_id}', { params }))
            tell(`${group.name} was deleted.`)
            go('groups')
          }}
        >
          <p>Its users lose what they see by <strong><bdi>{group.name}</bdi></strong> alone. They themselves stay.</p>
        </FormDialog>
      )}
    </Page>
  )
}
