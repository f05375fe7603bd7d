import { useSignal, type ReadonlySignal } from '@preact/signals'
import { api, done, type Schemas } from '../api/client.ts'
import { SelectInput } from '../ui/inputs.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { useLoaded } from '../ui/use-loaded.ts'

type Role = Schemas['Member']['role']

const ROLES: readonly Role[] = ['Admin', 'Member', 'Viewer']
const PLACES = '/api/v2/projects/{project_id}/user_groups'
const query = { limit: 1000 }

/** The groups in a project, whose users are members by them. */
export function MemberGroups (
  { id, heard, mayManage }: { id: string, heard: ReadonlySignal<number>, mayManage: boolean }
) {
  const chosen = useSignal('')
  const role = useSignal<Role>('Member')
  const params = { path: { project_id: id } }
  const { data, failure, reload } = useLoaded(async () => ({
    placed: (await done(api.GET(PLACES, { params: { ...params, query } }))).user_groups,
    all: mayManage ? (await done(api.GET('/api/v2/user_groups', { params: { query } }))).user_groups : []
  }), [id, heard.value, mayManage])
  const { placed, all } = data.value ?? { placed: [], all: [] }
  const others = all.filter((group) => !placed.some((one) => one.id === group.id))

  const add = async (group: number, role: Role) => {
    await done(api.POST(PLACES, { params, body: { user_group_id: group, role } }))
    await reload()
  }
  const setRole = async (group: number, role: Role) => {
    await done(api.PUT(PLACES, { params, body: { user_group_id: group, role } }))
    await reload()
  }
  const remove = async (group: number) => {
    await done(api.DELETE(PLACES, { params, body: { user_group_id: group } }))
    await reload()
  }
  const act = (work: Promise<void>, words: string, undo: () => Promise<void>) => {
    work.then(() => tell(words, undo), tellFailure)
  }

  if (placed.length === 0 && others.length === 0 && failure.value === null) return null
  return (
    <>
      {failure.value !== null && <p class='wrong' role='alert'>{failure.value}</p>}
      {placed.length > 0 && (
        <ul aria-label='Groups'>
          {placed.map((group) => (
            <li key={group.id}>
              <span><bdi>{group.name}</bdi><span class='quiet'>{group.count === 1 ? '1 user' : `${group.count} users`}</span></span>
              {mayManage
                ? (
                  <select
                    aria-label={`Role of ${group.name}`} value={group.role}
                    onChange={({ currentTarget: { value } }) =>
                      act(setRole(group.id, value as Role), `${group.name} is ${value} now.`, async () =>
                        setRole(group.id, group.role as Role))}
                  >
                    {ROLES.map((each) => <option key={each}>{each}</option>)}
                  </select>
                  )
                : <span class='quiet'>{group.role}</span>}
              {mayManage && (
                <button
                  type='button' class='link'
                  onClick={() => act(remove(group.id), `${group.name} is no member any more.`, async () =>
                    add(group.id, group.role as Role))}
                >
                  Remove<span class='hidden-text'> {group.name}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayManage && others.length > 0 && (
        <div class='attach'>
          <label class='field'>
            <span>New group</span>
            <select value={chosen.value} onChange={(event) => { chosen.value = event.currentTarget.value }}>
              <option value=''>Choose a group</option>
              {others.map((group) => <option key={group.id} value={String(group.id)}>{group.name}</option>)}
            </select>
          </label>
          <SelectInput label='Role of the group' value={role}>{ROLES.map((each) => <option key={each}>{each}</option>)}</SelectInput>
          <button
            type='button' class='button' disabled={chosen.value === ''}
            onClick={() => {
              const group = Number(chosen.value)
              chosen.value = ''
              act(add(group, role.value), 'Added as a member.', async () => remove(group))
            }}
          >
            Add group
          </button>
        </div>
      )}
    </>
  )
}
