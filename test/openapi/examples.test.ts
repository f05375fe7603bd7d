import t, { type Test } from 'tap'
import { saveKeyUsage } from '../../src/access/usage.js'
import { borrowWorld, onOneDatabase, type World } from '../helper/app.js'
import { addAsset, addProject, assign, succeed } from '../helper/items.js'

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g
const API_KEY = /cutroom_[\w-]{43}/g
const JSON_TYPE = 'application/json'

interface Operation {
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyArray<{ in: string, name: string, example: any }>
  /** The example of the body; undefined if the operation takes none. */
  readonly sent: any
  /** The examples of the answer of 200, by name. */
  readonly answers: Record<string, any>
}

async function readOperations ({ anonymous }: World): Promise<Map<string, Operation>> {
  const { body: document } = await anonymous.get('/openapi.json')
  const all = Object.entries<any>(document.paths).flatMap(([path, item]) =>
    Object.entries<any>(item).map(([method, operation]): [string, Operation] => {
      const { operationId, parameters = [], requestBody, responses } = operation
      const { example, examples = {} } = responses[200]?.content?.[JSON_TYPE] ?? {}
      const named = Object.entries<any>(examples).map(([name, { value }]) => [name, value])
      return [operationId, {
        method: method.toUpperCase(),
        path,
        parameters,
        sent: requestBody?.content[JSON_TYPE]?.example,
        answers: example === undefined ? Object.fromEntries(named) : { success: example }
      }]
    })
  )
  return new Map(all)
}

/** The document is the same in every app. */
const documented = borrowWorld(t, 'sqlite')

t.test('The example of an answer shows the values that are sent in the example of the body', async (t) => {
  const operations = await readOperations(await documented)
  let count = 0
  for (const [operationId, { sent, answers }] of operations) {
    if (sent === undefined) continue
    const shown = [answers.success, ...Object.values(answers.success)].filter(isHash)
    for (const [name, value] of Object.entries(sent)) {
      for (const item of shown) {
        if (!(name in item)) continue
        // Whether the user gets a key; the key, and its name.
        if (operationId === 'createUser' && (name === 'key' || item === answers.success.api_key)) continue
        count++
        // Custom fields are shown under their group.
        if (name === 'custom_fields' && /CustomFields/.test(operationId)) t.strictSame(Object.values(item[name] as object), [value], operationId)
        else t.strictSame(item[name], value, `${name} of ${operationId}`)
      }
    }
  }
  t.ok(count >= 30, `${count} values`)
})

t.test('No two items of an example have the same id or external id', async (t) => {
  const operations = await readOperations(await documented)
  for (const [operationId, { answers }] of operations) {
    for (const answer of Object.values(answers)) {
      const items = hashesIn(answer).filter((item) => 'external_id' in item && 'title' in item)
      for (const name of ['id', 'external_id']) {
        const values = items.map((item) => item[name]).filter((value) => value !== null)
        t.equal(new Set(values).size, values.length, `${name} in ${operationId}`)
      }
    }
  }
})

t.test('The log of successes and the log of failures of a webhook have examples of their own status', async (t) => {
  const operations = await readOperations(await documented)
  const statusOf = (operationId: string) =>
    hashesIn(operations.get(operationId)!.answers.success).map(({ status }) => status).find((status) =>
      status !== undefined
    )
  t.equal(statusOf('listSuccessfulAttempts'), 'success')
  t.equal(statusOf('listFailedAttempts'), 'failed')
})

onOneDatabase('The examples of assets and projects, sent one after the other, get the answers that are documented', async (t, world) => {
  const { admin } = world
  const { play, refuse, meet, realOf } = await startPlay(t, world)
  t.equal((await world.addUser()).id, 2)
  await succeed(admin.put('user', { name: 'Ann Lee' }))

  await play('createProject', 'listProjects', 'listMembers', 'listProjectHistory', 'addMember', 'removeMember')
  meet('assignProject', await addProject(admin, { title: 'Festival' }))
  const project = `projects/${realOf('getProject', 'project_id')}`
  await play('assignProject')
  await succeed(admin.put(project, { external_id: 'MAM-20260115-2' }))
  await play('getProject', 'updateProject')

  await play('createAsset', 'listAssetHistory', 'assignAsset')
  const { id: otherId } = await addAsset(admin)
  await succeed(admin.put(`assets/${otherId}`, { external_id: 'MAM-20260115-7' }))
  await refuse('updateAsset')
  await succeed(admin.delete(`assets/${otherId}`))
  await succeed(admin.put(`assets/${realOf('getAsset', 'asset_id')}`, { external_id: 'MAM-20260115-7' }))
  const { id: subprojectId } = await addProject(admin, { title: 'Interviews', category: 'film', tags: ['2026'] })
  await assign(admin, 'projects', subprojectId, realOf('getProject', 'project_id'))
  await play('getAsset', 'findByExternalId', 'listProjectAssets', 'updateAsset', 'attachMedia')

  await play(
    'unassignAsset',
    'trashAsset',
    'restoreAsset',
    'deleteAsset',
    'unassignProject',
    'trashProject',
    'restoreProject',
    'deleteProject'
  )
})

onOneDatabase('The examples of fields and webhooks, sent one after the other, get the answers that are documented', async (t, world) => {
  const { play, realOf } = await startPlay(t, world)
  t.equal((await world.addUser()).id, 2)
  await play('createFieldGroup', 'createField', 'listFieldGroups', 'getFieldGroup')
  for (const type of ['date', 'boolean']) {
    await succeed(world.admin.post('admin/field_groups/1/fields', {
      name: type,
      field_type: type,
      dropdown_options: [],
      searchable: true,
      read_only: false
    }))
  }
  await play(
    'createAsset',
    'setAssetCustomFields',
    'getAssetCustomFields',
    'createProject',
    'setProjectCustomFields',
    'getProjectCustomFields'
  )
  await play('deleteAssetCustomFields', 'deleteProjectCustomFields')
  for (const path of [`assets/${realOf('getAsset', 'asset_id')}`, `projects/${realOf('getProject', 'project_id')}`]) {
    await succeed(world.admin.post(`${path}/custom_fields/1`, { custom_fields: [{ 1: 'Berlin' }] }))
  }
  await play('deleteAssetCustomFieldsEntry', 'deleteProjectCustomFieldsEntry')
  await play('updateField', 'deleteField', 'renameFieldGroup', 'deleteFieldGroup')
  await play('createWebhook', 'getWebhook', 'listWebhooks', 'updateWebhook', 'createWebhookHeader', 'createWebhookUser')
  await play('testWebhook', 'recoverWebhook', 'deleteWebhookHeader', 'deleteWebhookUser', 'deleteWebhook')
})

onOneDatabase('The examples of users and keys, sent one after the other, get the answers that are documented', async (t, world) => {
  const { play } = await startPlay(t, world)
  await succeed(world.admin.put('user', { name: 'Ann Lee' }))
  await saveKeyUsage(world.app)
  await play('getCurrentUser', 'listApiKeys', 'listUsers', 'listAccountUsers')
  t.equal((await world.addUser({ email: 'ann@example.com' })).id, 2)
  await play('createApiKey', 'deleteApiKey', 'createUser', 'updateUser', 'removeUser')
})

/** Sends the examples of operations. Ids in them are replaced by those of the items that were made. */
async function startPlay (t: Test, world: World) {
  const operations = await readOperations(world)
  const ids = new Map<string, string>()
  const translate = (text: string) => text.replace(UUID, (id) => ids.get(id) ?? id)
  const mask = (text: string) =>
    JSON.parse(text.replace(UUID, (id) =>
      [...ids.values()].includes(id) ? id : 'another').replace(TIME, 'a time').replace(API_KEY, 'a key'))
  const valueOf = ({ parameters }: Operation, name: string) =>
    String(parameters.find((parameter) => parameter.name === name)!.example)

  async function playOne (operationId: string, example = 'success'): Promise<void> {
    const operation = operations.get(operationId)!
    const { method, path, parameters, sent, answers } = operation
    const shown = path.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(operation, name))
    const url = translate(shown)
    const { status, body } = await world.admin.send(
      method as 'GET',
      url,
      sent === undefined ? undefined : translate(JSON.stringify(sent))
    )
    t.equal(status, 200, operationId)
    if (/^create(Asset|Project)$/.test(operationId)) {
      ids.set((Object.values(answers.success)[0] as any).id, (Object.values(body)[0] as any).id)
    }
    t.strictSame(mask(JSON.stringify(body)), mask(translate(JSON.stringify(answers[example]))), operationId)
    if (!parameters.some(({ name }) => name === 'cursor')) return
    const { status: paged } = await world.admin
      .get(`${url}?limit=${valueOf(operation, 'limit')}&cursor=${valueOf(operation, 'cursor')}`)
    // A cursor belongs to the item of its path: here the path has another one.
    t.equal(paged, url === shown ? 200 : 422, `a page of ${operationId}`)
  }

  return {
    play: async (...operationIds: string[]) => { for (const operationId of operationIds) await playOne(operationId) },
    refuse: async (operationId: string) => await playOne(operationId, 'refused'),
    /** The id in the example of a body means this item. */
    meet: (operationId: string, { id }: { id: string }) => {
      ids.set(String(Object.values(operations.get(operationId)!.sent)[0]), id)
    },
    realOf: (operationId: string, name: string) => translate(valueOf(operations.get(operationId)!, name))
  }
}

function isHash (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every object in a value, including itself. */
function hashesIn (value: unknown): Array<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return []
  return [...(isHash(value) ? [value] : []), ...Object.values(value).flatMap(hashesIn)]
}
