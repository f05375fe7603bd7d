import { useSignal } from '@preact/signals'
import { api, done, type Project, type Schemas } from '../api/client.ts'
import { mayWrite, who } from '../api/session.ts'
import { calledBy } from '../items/people.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { tell } from '../ui/notes.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { count } from '../ui/words.ts'

/** Links that are looked at, and names that are shown. */
const MOST_LINKS = 100
const MOST_NAMES = 5

interface PrivacyProps {
  readonly project: Project
  readonly members: readonly Schemas['Member'][]
  /** Whether the user is `Admin` of a project above. */
  readonly mayManage: boolean
}

/** Whether a project is private, and the button that changes it. */
export function Privacy ({ project, members, mayManage }: PrivacyProps) {
  const isAsked = useSignal(false)
  const user = who.value?.user
  const isAdmin = members.some(({ id, role }) => id === user?.id && role === 'Admin')
  const mayChange = mayWrite.value && user !== undefined &&
    (user.admin || isAdmin || (user.access === 'projects' && mayManage))
  return (
    <>
      {project.private && <p><Icon name='lock' /> Private: only its members and groups see it, and administrators.</p>}
      {mayChange && (
        <p>
          <button type='button' class='button' onClick={() => { isAsked.value = true }}>
            {project.private ? 'Make public' : 'Make private'}
          </button>
        </p>
      )}
      {isAsked.value && (
        <PrivacyDialog project={project} members={members} onClose={() => { isAsked.value = false }} />
      )}
    </>
  )
}

type DialogProps = Omit<PrivacyProps, 'mayManage'> & { readonly onClose: () => void }

/** Says who will see a project, before it turns private or public. */
function PrivacyDialog ({ project, members, onClose }: DialogProps) {
  const { id, title, private: isPrivate } = project
  const { data } = useLoaded(async () => isPrivate ? null : readConsequences(id), [id])
  const work = async () => {
    await done(api.PUT('/api/v2/projects/{project_id}', {
      params: { path: { project_id: id } }, body: { private: !isPrivate }
    }))
    tell(`${title} is ${isPrivate ? 'public' : 'private'} now.`)
  }
  if (isPrivate) {
    return (
      <FormDialog title='Make public?' verb='Make public' work={work} onClose={onClose}>
        <p>
          Everybody sees <strong>{title}</strong> who sees what it is in. In no project it is everybody with access to
          the account.
        </p>
      </FormDialog>
    )
  }
  const links = data.value?.links ?? 0
  return (
    <FormDialog title='Make private?' verb='Make private' isReady={data.value !== null} work={work} onClose={onClose}>
      <p>
        <strong>{title}</strong> and what is in it will be seen by {namesOf(members, data.value?.groups ?? [])}, and by
        administrators. For all others it is not there.
      </p>
      {links > 0 && (
        <p>
          {count(links, 'link')} {links === 1 ? 'leads' : 'lead'} into it, and {links === 1 ? 'stays' : 'stay'}: whoever has
          one sees what it shows.
        </p>
      )}
    </FormDialog>
  )
}

interface Consequences {
  readonly links: number
  /** The names of the user groups that are in the project. */
  readonly groups: readonly string[]
}

async function readConsequences (id: string): Promise<Consequences> {
  const params = { path: { project_id: id } }
  const [links, { user_groups: groups }] = await Promise.all([
    countLinks(id), done(api.GET('/api/v2/projects/{project_id}/user_groups', { params }))
  ])
  return { links, groups: groups.map(({ name }) => name) }
}

/** Who will still see it: the members, and whoever makes it private. */
function namesOf (members: readonly Schemas['Member'][], groups: readonly string[]): string {
  const user = who.value?.user
  const joins = user !== undefined && !user.admin && !members.some(({ id }) => id === user.id)
  const names = [...members.map(calledBy), ...joins ? ['you'] : [], ...groups.map((name) => `the group ${name}`)]
  if (names.length === 0) return 'nobody'
  if (names.length > MOST_NAMES) return `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`
}

/** Links of the project and of what is in it, among the newest that the user may revoke. */
async function countLinks (id: string): Promise<number> {
  const { links } = await done(api.GET('/api/v2/links', { params: { query: { limit: MOST_LINKS } } }))
  const inside = new Map<string, Promise<boolean>>()
  const isInside = (project: string) => {
    if (!inside.has(project)) {
      inside.set(project, done(api.GET('/api/v2/projects/{project_id}/path', { params: { path: { project_id: project } } }))
        .then(({ path }) => path.some((each) => each.id === id), () => false))
    }
    return inside.get(project)!
  }
  const found = await Promise.all(links.map(async ({ item }) => {
    if (item?.type === 'project') return isInside(String(item.id))
    if (item?.type !== 'asset') return false
    const params = { path: { asset_id: String(item.id) } }
    const asset = await done(api.GET('/api/v2/assets/{asset_id}', { params })).catch(() => null)
    return asset?.asset.project_id != null && isInside(asset.asset.project_id)
  }))
  return found.filter(Boolean).length
}
