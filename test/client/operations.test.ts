import { httpDialects, type World } from '../helper/app.js'
import { listeningUrl, loadClient } from '../helper/client.js'
import { addAsset, addProject, succeed } from '../helper/items.js'
import { inOneAppWithMedia } from '../helper/media/world.js'

const client = loadClient()
const onOneService = inOneAppWithMedia(httpDialects)

/** These redirect a browser to a provider, and back. */
const OF_PROVIDER = new Set(['sendToProvider', 'createSessionByProvider'])
const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const

/**
 * What is refused: there is no mail, run, batch, field, drop folder, eject, preview, picture, session, second user and
 * second version. All else succeeds.
 */
const expected: Readonly<Record<string, number>> = {
  addCollectionAssets: 422,
  addMember: 200,
  addProjectUserGroup: 200,
  addUserGroupUsers: 200,
  cancelUpload: 404,
  createArrivalAgain: 404,
  createArrivalUpload: 404,
  createAssetEject: 404,
  createCollectionEject: 404,
  createDropFolder: 422,
  createDropFolderLink: 404,
  createProjectEject: 404,
  createRunAgain: 404,
  createRuns: 404,
  createSession: 401,
  createSharedUpload: 403,
  deleteAssetCustomFieldsEntry: 404,
  deleteDropFolder: 404,
  deleteDropFolderLink: 404,
  deleteEject: 404,
  deleteLink: 404,
  deleteProjectCustomFieldsEntry: 404,
  deleteRun: 404,
  deleteRuns: 422,
  deleteSession: 404,
  deleteUserSession: 404,
  findTokenUser: 401,
  getAvatar: 403,
  getAvatarHeaders: 403,
  getConfirmationEmail: 400,
  getDropFolder: 404,
  getEject: 404,
  getMediaView: 403,
  getMediaViewHeaders: 403,
  getResetPasswordEmail: 400,
  getRun: 404,
  getStep: 401,
  listArrivals: 404,
  listDropFolderLinks: 404,
  redeliverAttempt: 404,
  removeMember: 200,
  removeProjectUserGroup: 200,
  removeUser: 200,
  removeUserGroupUsers: 200,
  restoreVersion: 404,
  sendAssetLink: 200,
  sendCollectionLink: 200,
  sendDropFolderLink: 404,
  sendForgottenPassword: 404,
  sendLink: 200,
  sendPiece: 404,
  sendProjectLink: 200,
  sendReport: 401,
  sendSharedPassword: 401,
  setAvatar: 422,
  setPasswordByToken: 401,
  setThumbnail: 422,
  updateDropFolder: 404,
  updateDropFolderLink: 404,
  updateProjectUserGroup: 200,
  updateUser: 200
}

type Call = (path: string, options: object) => Promise<{ data: unknown }>

interface Operation {
  readonly operationId: string
  readonly method: typeof METHODS[number]
  readonly path: string
  readonly parameters: ReadonlyArray<{ in: string, name: string, required: boolean, example: unknown }>
  readonly body: any
}

onOneService('Every operation can be called through the client', async (t, world) => {
  const { createClient } = await client
  const url = await listeningUrl(world)
  const cutroom = createClient({ url, key: world.adminKey })
  const known = await prepare(world)
  await cutroom.upload(known.asset_id as string, new Blob(['one']), { filename: 'one.txt' })
  const guest = createClient({ url, token: known.token as string })
  const refused: Record<string, number> = {}
  for (const { operationId, method, path, parameters, body } of await operationsOf(world)) {
    const [, first, , root] = path.split('/')
    const ofUrl = known[first!] as Record<string, unknown> | undefined
    const named = (place: string) => Object.fromEntries(parameters.filter((one) => one.in === place)
      .filter(({ name, required }) => required || ofUrl?.[name] !== undefined)
      .map(({ name, example }) => [name, ofUrl?.[name] ?? known[`${root} ${name}`] ?? known[name] ?? example]))
    const call = (path.includes('/shared') ? guest : cutroom)[method.toUpperCase() as 'GET'] as unknown as Call
    const sent = replaced(body, known)
    try {
      const options = { params: { path: named('path'), query: named('query'), header: named('header') }, body: sent }
      learn((await call(path, options)).data, root!, known)
    } catch (error) {
      const { status, text } = error as { status: number, text: string | null }
      refused[operationId] = status
      t.comment(operationId, status, text)
    }
  }
  t.same(refused, expected)
}, { MEDIA_VERSIONS: '5' })

/** What only reads comes after what it reads, and what deletes comes last, the deepest first. */
async function operationsOf ({ anonymous }: World): Promise<Operation[]> {
  const { body: { paths } } = await anonymous.get('/openapi.json')
  const all = Object.entries<any>(paths).flatMap(([path, item]) => METHODS.filter((method) => method in item)
    .map((method): Operation => {
      const { operationId, parameters = [], requestBody } = item[method]
      const { 'application/json': json, ...others } = requestBody?.content ?? {}
      const plain = Object.keys(others).length > 0 ? new Blob(['one'], { type: Object.keys(others)[0] }) : undefined
      return { operationId, method, path, parameters, body: json?.example ?? plain }
    }))
    .filter(({ operationId }) => !OF_PROVIDER.has(operationId))
  // The key of this test is deleted at the very end.
  const depth = ({ path }: Operation) => path.includes('/api_keys/') ? 0 : path.split('/').length
  const isLast = ({ method }: Operation) => method === 'delete'
  return [...all.filter((one) => !isLast(one)), ...all.filter(isLast).sort((a, b) => depth(b) - depth(a))]
}

/** Ids by the names that parameters have. */
type Known = Record<string, unknown>

async function prepare ({ admin, adminCaller }: World): Promise<Known> {
  const { id: assetId } = await addAsset(admin, { title: 'Harbour' })
  const { id: projectId } = await addProject(admin, { title: 'Film' })
  const { id: targetId } = await addProject(admin, { title: 'Festival' })
  const { link } = await succeed(admin.post(`assets/${assetId}/links`, {
    comments: true, download: true, approvals: true, versions: true
  }))
  const { upload } = await succeed(admin.post(`assets/${assetId}/uploads`, { filename: 'a.txt', size: 3 }))
  return {
    asset_id: assetId,
    project_id: projectId,
    to_project_id: targetId,
    user_id: adminCaller.userId,
    token: link.url.split('#')[1],
    ...urlsIn(JSON.stringify(upload))
  }
}

/** Remembers ids and signed URLs of an answer: `{comment: {id}}` and `{comments: [{id}]}` have a `comment_id`. */
function learn (data: unknown, root: string, known: Known): void {
  if (typeof data !== 'object' || data === null) return
  for (const [name, value] of Object.entries(data)) {
    const { id } = (Array.isArray(value) ? value.at(-1) : value) as { id?: unknown } ?? {}
    const single = `${Array.isArray(value) ? name.replace(/s$/, '') : name}_id`
    if (id !== undefined) known[`${root} ${single}`] ??= id
  }
  for (const [name, values] of Object.entries(urlsIn(JSON.stringify(data)))) known[name] ??= values
}

/** The parameters of signed URLs, by the beginning of their path. */
function urlsIn (text: string): Known {
  const urls = text.matchAll(/\/(media|uploads|downloads)\/([\w.-]+)(?:\/([\w.-]+))?\?([^"]+)/g)
  return Object.fromEntries([...urls].map(([, name, id, view, query]) => [
    name!, { file_id: id, upload_id: id, download_id: id, view, ...Object.fromEntries(new URLSearchParams(query)) }
  ]))
}

/** The example of a body, with ids that are there. */
function replaced (body: any, known: Known): any {
  if (typeof body !== 'object' || body === null || body instanceof Blob) return body
  return Object.fromEntries(Object.entries(body).map(([name, value]) => {
    const one = name.endsWith('_ids') ? known[name.slice(0, -1)] : undefined
    return [name, one !== undefined ? [one] : known[name] ?? value]
  }))
}
