import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done, type Project, type Schemas } from '../api/client.ts'
import { mayWrite, who } from '../api/session.ts'
import { Face } from '../items/face.tsx'
import { calledBy, loadUsers, nameAndEmail, users } from '../items/people.ts'
import { UserSelect } from '../items/user-select.tsx'
import { SelectInput } from '../ui/inputs.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { InheritedMembers } from './inherited.tsx'
import { MemberGroups } from './member-groups.tsx'
import { Privacy } from './privacy.tsx'

type Member = Schemas['Member']
type Role = Member['role']

const ROLES: readonly Role[] = ['Admin', 'Member', 'Viewer']

/** The members of a project. */
export function Members (
  { project, heard, mayManage }: { project: Project, heard: ReadonlySignal<number>, mayManage: boolean }
) {
  const { id } = project
  const chosen = useSignal('')
  const role = useSignal<Role>('Member')
  const params = { path: { project_id: id } }
  const { data, failure, reload } = useLoaded(async () =>
    (await done(api.GET('/api/v2/projects/{project_id}/members', { params }))).members, [id, heard.value])
  useEffect(() => { loadUsers() }, [])

  const add = async (user: number, role: Role) => {
    await done(api.POST('/api/v2/projects/{project_id}/members', { params, body: { user_id: user, role } }))
    await reload()
  }
  const setRole = async (user: number, role: Role) => {
    await done(api.PUT('/api/v2/projects/{project_id}/members', { params, body: { user_id: user, role } }))
    await reload()
  }
  const remove = async (user: number) => {
    await done(api.DELETE('/api/v2/projects/{project_id}/members', { params, body: { user_id: user } }))
    await reload()
  }
  const act = (work: Promise<void>, words: string, undo: () => Promise<void>) => {
    work.then(() => tell(words, undo), tellFailure)
  }

  const members: readonly Member[] = data.value ?? []
  const others = [...users.value.values()]
    .filter((user) => !user.disabled && !members.some((member) => member.id === user.id))
  return (
    <section class='members stack' aria-label='Members'>
      <h2>Members</h2>
      {failure.value !== null && <p class='wrong' role='alert'>{failure.value}</p>}
      <ul>
        {members.map((member) => (
          <li key={member.id}>
            <Face user={member} />
            <span class='member-name'>
              <bdi>{calledBy(member)}</bdi>
              {member.name !== '' && <span class='quiet'>{member.email}</span>}
            </span>
            {mayManage
              ? (
                <select
                  aria-label={`Role of ${nameAndEmail(member)}`} value={member.role}
                  onChange={({ currentTarget: { value } }) =>
                    act(setRole(member.id, value as Role), `${calledBy(member)} is ${value} now.`, async () =>
                      setRole(member.id, member.role))}
                >
                  {ROLES.map((each) => <option key={each}>{each}</option>)}
                </select>
                )
              : <span class='quiet'>{member.role}</span>}
            {(mayManage || (mayWrite.value && member.id === who.value?.user.id)) && members.length > 1 && (
              <button
                type='button' class='link'
                onClick={() => act(remove(member.id), `${calledBy(member)} is no member any more.`, async () =>
                  add(member.id, member.role))}
              >
                Remove<span class='hidden-text'> {nameAndEmail(member)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {!project.private && <InheritedMembers id={id} own={members} />}
      <MemberGroups id={id} heard={heard} mayManage={mayManage} />
      {!project.deleted && data.value !== null && <Privacy project={project} members={members} mayManage={mayManage} />}
      {mayManage && others.length > 0 && (
        <div class='attach'>
          <UserSelect label='New member' chosen={chosen} among={others} />
          <SelectInput label='Role' value={role}>{ROLES.map((each) => <option key={each}>{each}</option>)}</SelectInput>
          <button
            type='button' class='button' disabled={chosen.value === ''}
            onClick={() => {
              const user = Number(chosen.value)
              chosen.value = ''
              act(add(user, role.value), 'Added as a member.', async () => remove(user))
            }}
          >
            Add
          </button>
        </div>
      )}
    </section>
  )
}
