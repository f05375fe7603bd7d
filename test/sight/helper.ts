import type { World } from '../helper/app.js'
import { addItemTo, addProject, succeed } from '../helper/items.js'

/** An agency: two clients, each with a project, and a freelancer who is a member of one of them. */
export async function createAgency ({ admin, addUser }: World, role?: string) {
  const freelancer = await addUser({ access: 'projects' })
  const top = await addProject(admin, { title: 'Agency' })
  const projectOf = async (title: string) => (await addItemTo(admin, 'projects', top.id, { title })).id as string
  const seen = await projectOf('Seen')
  const hidden = await projectOf('Hidden')
  const inside = (await addItemTo(admin, 'projects', seen, { title: 'Inside' })).id as string
  const asset = (await addItemTo(admin, 'assets', inside, { title: 'Seen asset' })).id as string
  const secret = (await addItemTo(admin, 'assets', hidden, { title: 'Hidden asset' })).id as string
  await succeed(admin.post(`projects/${seen}/members`, { user_id: freelancer.id, ...(role !== undefined && { role }) }))
  return { freelancer, user: freelancer.client, top: top.id as string, seen, hidden, inside, asset, secret }
}
