import { succeed } from '#proof/harness/api.js'
import { closeLater } from '#proof/harness/closing.js'
import { given } from '#proof/harness/failure.js'
import { startReceiver } from '#proof/harness/receiver.js'
import { API_KEY } from '#proof/harness/service.js'
import { openLoads } from '../neighbours/press.js'

const USERS = 60
const FIELDS = 9

/** The account that burdens the service: its users and projects, and what the loads need. */
export async function createCrowd (url, { senders, depth, assets, rooms, review, member }, broken) {
  const headers = { 'x-api-key': API_KEY }
  const { send, hanging } = await openLoads(url, headers, broken)
  const add = (path, body) => succeed(url, 'POST', path, body)
  const group = (await add('admin/field_groups', { name: 'Notes', group_type: 'complex' })).field_group.id
  const addField = async (type) => (await add(`admin/field_groups/${group}/fields`, {
    name: type, field_type: type, dropdown_options: [], searchable: true, read_only: false
  })).field.id
  const fields = []
  for (let count = 0; count < FIELDS; count++) fields.push(await addField('textarea'))
  const rich = await addField('rich_text')
  const dead = await startReceiver((_request, response) => { response.writeHead(500).end() }, { keep: false })
  closeLater(dead.close)
  const keys = []
  for (let number = 0; number < USERS; number++) {
    keys.push((await add('admin/users', { email: `user${number}@example.com` })).api_key.key)
  }
  const senderOf = await Promise.all(keys.map((key) => openLoads(url, { 'x-api-key': key }, broken)))
  let deep = (await add('projects', { title: 'Top' })).project.id
  const empty = (await add('projects', { title: 'Empty' })).project.id
  for (let level = 1; level < depth; level++) {
    const { project } = await add('projects', { title: `Level ${level}` })
    await add(`projects/${project.id}/assign`, { to_project_id: deep })
    deep = project.id
  }
  return {
    url,
    headers,
    send,
    hanging,
    senders,
    dead: dead.url,
    deep,
    empty,
    as: (number) => given(senderOf[number]).send,
    anonymous: (await openLoads(url, {}, broken)).send,
    member: { 'x-api-key': member },
    asMember: (await openLoads(url, { 'x-api-key': member }, broken)).send,
    assets,
    rooms,
    review,
    rows: 0,
    custom: { group, fields, rich, entries: 0, entry: 0 }
  }
}
