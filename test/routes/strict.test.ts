import { beginRun } from '#src/actions/runs/begin.js'
import { onOneDatabase, type World } from '../helper/app.js'
import { addDropFolder } from '../helper/drop-folders.js'
import { addAsset, NOBODYS_ID } from '../helper/items.js'
import { addLink } from '../helper/links.js'
import { claimStep, defineAction, startAction } from '../helper/runs.js'

/** The endpoints of the contract, where unknown parameters are ignored. */
const CONTRACT = new Set(`
  GET /tokens/reset_password_token
  GET /tokens/confirmation_token
  POST /assets
  GET, PUT, DELETE /assets/{}
  POST /assets/{}/trash_bin
  POST /assets/{}/trashbin
  POST /assets/{}/restore
  POST /assets/{}/assign
  DELETE /assets/{}/unassign
  GET, POST /assets/{}/media
  GET /assets/{}/history
  POST /assets/{}/custom_fields/{}
  GET, POST /projects
  GET, PUT, DELETE /projects/{}
  POST /projects/{}/trash_bin
  POST /projects/{}/trashbin
  POST /projects/{}/restore
  POST /projects/{}/assign
  DELETE /projects/{}/unassign
  GET /projects/{}/assets
  GET /projects/{}/history
  GET, POST, DELETE /projects/{}/members
  POST /projects/{}/custom_fields/{}
  GET /external_ids/{}
  GET /field_groups
  GET /field_groups/{}
  GET /fields_group
  GET /fields_group/{}
  POST /admin/field_groups
  POST, DELETE /admin/field_groups/{}
  POST /admin/field_groups/{}/fields
  POST, DELETE /admin/field_groups/{}/fields/{}
  GET, POST /admin/webhooks
  POST, DELETE /admin/webhooks/{}
  GET /admin/webhooks/{}/success
  GET /admin/webhooks/{}/failed
  POST /admin/webhooks/{}/webhook_headers
  DELETE /admin/webhooks/{}/webhook_headers/{}
  POST /admin/webhooks/{}/webhook_users
  DELETE /admin/webhooks/{}/webhook_users/{}
`.trim().split('\n').flatMap((line) => {
    const [, methods, path] = /^([A-Z, ]+) (\/\S+)$/.exec(line.trim())!
    return methods!.split(', ').map((method) => `${method} /api/v2${path}`)
  }))

/** The identity provider decides which parameters it sends here. */
const WAY_BACK = 'GET /api/v2/session/oidc/callback'

interface Operation {
  readonly requestBody?: { readonly content: Record<string, unknown> }
}

/** The token of a step. No job runs here. */
async function tokenOfStep ({ app, admin, adminCaller }: World): Promise<string> {
  const { id } = await defineAction(admin, { steps: [{ name: 'one', queue: 'strict' }] })
  const { run_ids: [run] } = await startAction(admin, id, { asset_ids: [(await addAsset(admin)).id] })
  await app.transact(adminCaller, (tx) => beginRun(tx, { id: run }, true))
  return (await claimStep(admin, 'strict')).token
}

onOneDatabase('Every endpoint beyond the contract refuses a parameter that it does not know', async (t, world) => {
  const { admin } = world
  const { body: document } = await admin.get('/openapi.json')
  const seen: string[] = []
  const { token } = await addLink(admin, `assets/${(await addAsset(admin)).id}`, {
    comments: true, download: true, approvals: true, versions: true
  })
  const dropFolder = await addDropFolder(admin)
  const tokens: Readonly<Record<string, string>> = {
    '/api/v2/run': await tokenOfStep(world),
    '/api/v2/shared/uploads': (await addLink(admin, `drop_folders/${dropFolder.id}`)).token
  }
  for (const [path, operations] of Object.entries<Record<string, Operation>>(document.paths)) {
    if (!path.startsWith('/api/v2')) continue
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const name = `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`
      if (CONTRACT.has(name) || name === WAY_BACK || method === 'head') continue
      seen.push(name)
      const headers = { 'x-requested-with': 'cutroom', authorization: `Bearer ${tokens[path] ?? token}` }
      const url = path.replace(/\{(\w+)\}/g, (_, id: string) => /asset_id|project_id/.test(id) ? NOBODYS_ID : '1')
      const sent = requestBody?.content['application/json'] === undefined
        ? undefined
        : exampleOf(document, requestBody.content['application/json'])
      const isStream = requestBody !== undefined && sent === undefined
      const send = (query: string, body: unknown) =>
        isStream
          ? admin.send(method.toUpperCase() as 'PUT', `${url}${query}`, 'title\n', { 'content-type': Object.keys(requestBody.content)[0]! })
          : admin.send(method.toUpperCase() as 'GET', `${url}${query}`, body, headers)
      const expected = [422, { error: "Unknown parameter 'sha265'" }]
      const inQuery = await send('?sha265=1', sent)
      t.strictSame([inQuery.status, inQuery.body], expected, `${name} in the query`)
      if (method === 'get' || isStream) continue
      const inBody = await send('', { ...sent, sha265: 1 })
      t.strictSame([inBody.status, inBody.body], expected, `${name} in the body`)
    }
  }
  t.ok(seen.length > 30 && seen.includes('POST /api/v2/assets/{}/uploads'), seen.join(', '))
}, {
  PUBLIC_URL: 'http://127.0.0.1:3000',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'cutroom@example.com',
  OIDC_ISSUER: 'http://127.0.0.1:1',
  OIDC_CLIENT_ID: 'cutroom',
  OIDC_CLIENT_SECRET: 'a secret'
})

/** The first example of a body in the API document. */
function exampleOf (document: any, { schema, example, examples }: any): object {
  const resolved = schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1)]
  return example ?? Object.values<any>(examples ?? {})[0]?.value ?? resolved?.examples?.[0] ?? {}
}
