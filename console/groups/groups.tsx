import { useSignal } from '@preact/signals'
import { api, done } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { useChanges } from '../live/follow.ts'
import { addressOf, go } from '../shell/place.ts'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { ago, date, number } from '../ui/words.ts'
import { GroupDialog } from './group-dialog.tsx'

/** The page of all groups of users. */
export function GroupsScreen () {
  const { data, failure, reload } = useLoaded(async () =>
    (await done(api.GET('/api/v2/user_groups', { params: { query: { limit: 1000 } } }))).user_groups, [])
  const isMaking = useSignal(false)
  useChanges(({ event }) => event.startsWith('USER_GROUP'), reload)
  return (
    <Page
      title='Groups' behind='/api/v2/user_groups' failure={failure.value} isComing={data.value === null}
      actions={mayWrite.value &&
        <button type='button' class='button primary' onClick={() => { isMaking.value = true }}>New group</button>}
    >
      {data.value?.length === 0 && (
        <Empty title='No groups yet'>
          A group is put into projects like one member, and all of its users see them.
        </Empty>
      )}
      {data.value !== null && data.value.length > 0 && (
        <Table name='Groups' columns={['Name', 'Users', 'Group of the provider', 'Changed']}>
          {data.value.map((group) => (
            <tr key={group.id}>
              <th scope='row'><a href={addressOf(`groups/${group.id}`)}><bdi>{group.name}</bdi></a></th>
              <td>{number(group.count)}</td>
              <td><bdi>{group.provider_group ?? '–'}</bdi></td>
              <td title={date(group.updated_at)}>{ago(group.updated_at)}</td>
            </tr>
          ))}
        </Table>
      )}
      {isMaking.value && (
        <GroupDialog
          group={null} onClose={() => { isMaking.value = false }}
          onDone={async (body) => {
            const { user_group: group } = await done(api.POST('/api/v2/admin/user_groups', { body }))
            go(`groups/${group!.id}`)
          }}
        />
      )}
    </Page>
  )
}
