import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, ask, done, type Schemas } from '../api/client.ts'
import { loadUsers, users } from '../items/people.ts'
import { tell, tellFailure } from '../ui/notes.tsx'
import { useLoaded } from '../ui/use-loaded.ts'

type Member = Schemas['Member']

/** The members of a project. */
export function Members ({ id, heard, mayChange }: { id: string, heard: ReadonlySignal<number>, mayChange: boolean }) {
  const chosen = useSignal('')
  const path = `/api/v2/projects/${encodeURIComponent(id)}/members`
  const { data, failure, reload } = useLoaded(async () =>
    (await done(api.GET('/api/v2/projects/{project_id}/members', { params: { path: { project_id: id } } }))).members, [id, heard.value])
  useEffect(() => { loadUsers() }, [])

  const add = async (user: number) => {
    await ask('POST', path, { user_id: user })
    await reload()
  }
  const remove = async (user: number) => {
    await ask('DELETE', path, { user_id: user })
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
            <span>{member.email}</span><span class='quiet'>{member.role}</span>
            {mayChange && members.length > 1 && (
              <button
                type='button' class='link'
                onClick={() => act(remove(member.id), `${member.email} is no member any more.`, async () => add(member.id))}
              >
                Remove<span class='hidden-text'> {member.email}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayChange && others.length > 0 && (
        <div class='attach'>
          <label class='field'>
            <span>New member</span>
            <select value={chosen.value} onChange={(event) => { chosen.value = event.currentTarget.value }}>
              <option value=''>Choose a user</option>
              {others.map((user) => <option key={user.id} value={String(user.id)}>{user.email}</option>)}
            </select>
          </label>
          <button
            type='button' class='button' disabled={chosen.value === ''}
            onClick={() => {
              const user = Number(chosen.value)
              chosen.value = ''
              act(add(user), 'Added as a member.', async () => remove(user))
            }}
          >
            Add
          </button>
        </div>
      )}
    </section>
  )
}
