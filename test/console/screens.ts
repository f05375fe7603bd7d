import type { Test } from 'tap'
import { openConsole, type Console } from '../helper/console.js'
import { addAsset, addProject } from '../helper/items.js'
import { addLink } from '../helper/links.js'

/** Each screen, what it shows when it is loaded, and the request behind it. */
const SCREENS = [
  ['', 'Interview <i>1</i>', 'search?total=true&limit=40'],
  ['?view=pictures&panel=filters', 'Interview <i>1</i>', 'search?facets=type&'],
  ['notifications', 'Nothing new', 'notifications'],
  ['projects', 'Rushes', 'search?type=project'],
  ['trash', 'Old take', 'trash?limit=100'],
  ['imports', 'Nothing was imported yet', 'imports'],
  ['fields', 'Location', 'field_groups'],
  ['webhooks', 'Archive', 'admin/webhooks'],
  ['keys', 'this one', 'user/api_keys'],
  ['me', 'You are here as', 'user'],
  ['nowhere', 'Nothing is here', 'user'],
  ['collections', 'Festival', 'collections'],
  ['links', 'For Ann', 'links'],
  ['status', 'Ready', '/metrics']
] as const

/** Opens each screen of the console, with something on it, for a look. None may complain. */
export async function openScreens (t: Test, look: (opened: Console, askedFor: string) => Promise<void>): Promise<void> {
  const opened = await openConsole(t)
  const { page, world: { admin, adminCaller }, open, complaints } = opened
  const { id } = await addAsset(admin, { title: 'Interview <i>1</i>', tags: ['raw'], category: '"><b>still' })
  const project = await addProject(admin, { title: 'Rushes' })
  const trashed = await addAsset(admin, { title: 'Old take' })
  await admin.post(`assets/${trashed.id}/trash_bin`)
  const { collection } = (await admin.post('collections', { title: 'Festival' })).body
  await admin.post(`collections/${collection.id}/assets`, { asset_ids: [id] })
  await addLink(admin, `assets/${id}`, { title: 'For Ann' })
  const { field_group: group } = (await admin.post('admin/field_groups', { name: 'Shooting' })).body
  for (const type of ['textbox', 'rich_text', 'date', 'datetime', 'boolean', 'textarea']) {
    const field = { name: type === 'textbox' ? 'Location' : `A ${type}`, field_type: type, dropdown_options: [] }
    await admin.post(`admin/field_groups/${group.id}/fields`, { ...field, searchable: false, read_only: false })
  }
  const { webhook } = (await admin.post('admin/webhooks', {
    name: 'Archive', http_url: 'http://127.0.0.1:9/', http_method: 'POST', trigger_events: ['ASSET_ADDED']
  })).body
  const { user_group: editors } = (await admin.post('admin/user_groups', { name: 'Editors' })).body
  await admin.post(`projects/${project.id}/user_groups`, { user_group_id: editors.id })
  const { action } = (await admin.post('admin/actions', {
    name: 'Send <i>out</i>', steps: [{ name: 'send', queue: 'out' }, { name: 'tell', queue: 'out', after: ['send'] }]
  })).body
  const { run_ids: [run] } = (await admin.post(`actions/${action.id}/runs`, { asset_ids: [id] })).body
  const { drop_folder: drop } = (await admin.post('drop_folders', { title: 'Cards <i>', project_id: project.id })).body
  const screens = [
    ...SCREENS,
    ['users', adminCaller.email, 'admin/users'],
    ['groups', 'Editors', 'user_groups'],
    ['actions', 'Send <i>out</i>', 'admin/actions'],
    ['actions/new', 'Add a step', 'admin/actions'],
    [`actions/${action.id}`, 'Add a step', `admin/actions/${action.id}`],
    ['runs', 'Interview <i>1</i>', 'runs?limit=25'],
    [`runs/${run}`, 'It waits for its turn', `runs/${run}`],
    ['drop-folders', 'Cards <i>', 'drop_folders'],
    ['drop-folders/new', 'Ignore these', 'drop_folders'],
    [`drop-folders/${drop.id}`, 'It acts as this user', `drop_folders/${drop.id}`],
    [`groups/${editors.id}`, 'Nobody is in this group', `user_groups/${editors.id}`],
    [`assets/${id}`, 'A rich_text', `assets/${id}`],
    [`collections/${collection.id}`, 'Interview <i>1</i>', `collections/${collection.id}/assets`],
    [`compare?one=${id}&other=${id}`, 'These two cannot be compared', `assets/${id}/media`],
    [`projects/${project.id}`, 'Members', `projects/${project.id}`],
    [`webhooks/${webhook.id}`, 'Nothing has failed', `admin/webhooks/${webhook.id}`]
  ] as const
  for (const [path, seen, asked] of screens) {
    await open(path)
    await page.locator('main').getByText(seen).first().waitFor()
    await look(opened, asked.startsWith('/') ? asked : `/api/v2/${asked}`)
  }
  t.strictSame(complaints.filter((complaint) => !complaint.endsWith('/console/nowhere')), [])
}
