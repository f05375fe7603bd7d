import { api, done, type Schemas } from '../api/client.ts'
import { calledBy } from '../items/people.ts'
import { useChanges } from '../live/follow.ts'
import { addressOf } from '../shell/place.ts'
import { useLoaded } from '../ui/use-loaded.ts'

interface Inherited {
  readonly member: Schemas['Member']
  /** The project above whose member it is. */
  readonly from: { readonly id: string, readonly title: string }
}

const EVENTS = /^USER_(?:LINKED|UNLINKED|ROLE_EDITED)$|^PROJECT_(?:LINKED|UNLINKED)$/
const ROLES = ['Viewer', 'Member', 'Admin']

/** Who sees a project as a member of one above it, each with the highest role. `own`: the members of the project. */
export function InheritedMembers ({ id, own }: { id: string, own: readonly Schemas['Member'][] }) {
  const { data, reload } = useLoaded(async () => loadInherited(id), [id])
  useChanges(({ event }) => EVENTS.test(event), reload)
  const shown = (data.value ?? []).filter(({ member }) => {
    const direct = own.find((each) => each.id === member.id)
    return direct === undefined || ROLES.indexOf(direct.role) < ROLES.indexOf(member.role)
  })
  if (shown.length === 0) return null
  return (
    <ul class='inherited quiet' aria-label='Members from above'>
      {shown.map(({ member, from }) => (
        <li key={member.id}>
          <span><bdi title={member.email}>{calledBy(member)}</bdi></span>
          <span>
            {member.role}, from <a href={addressOf(`projects/${from.id}`)} dir='auto'>{from.title === '' ? 'Untitled' : from.title}</a>
          </span>
        </li>
      ))}
    </ul>
  )
}

async function loadInherited (id: string): Promise<readonly Inherited[]> {
  const { path } = await done(api.GET('/api/v2/projects/{project_id}/path', { params: { path: { project_id: id } } }))
  const above = path.filter((project) => project.id !== id).reverse()
  const lists = await Promise.all(above.map(async (from) => {
    const params = { path: { project_id: from.id } }
    const { members } = await done(api.GET('/api/v2/projects/{project_id}/members', { params }))
    return members.map((member) => ({ member, from }))
  }))
  const highest = new Map<number, Inherited>()
  for (const one of lists.flat()) {
    const known = highest.get(one.member.id)
    if (known === undefined || ROLES.indexOf(known.member.role) < ROLES.indexOf(one.member.role)) {
      highest.set(one.member.id, one)
    }
  }
  return [...highest.values()]
}
