import { createHash } from 'node:crypto'
import type { Test } from 'tap'
import type { Access } from '#src/core/caller.js'
import { onBothDatabases, type Answer, type Client, type World } from '#test/helper/app.js'
import { addItemTo, addProject, succeed } from '#test/helper/items.js'
import { workImports } from '#test/helper/transfer.js'

/**
 * Every endpoint is called by a user who sees one project, and by a twin in whose account nothing else exists. Both
 * must get the same answers. An endpoint that is not in the table fails the test: add to the table how it is called,
 * for an item that the user sees and for one that is hidden.
 */

/** Ids by their names. In the twin's account nobody has those of hidden items. */
type Names = Readonly<Record<string, string | number>>
type Sent = readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, type?: string]

const get = (...paths: string[]): Sent[] => paths.map((path) => ['GET', path])
const assets = (names: Names) => [names.asset, names.secret]
const projects = (names: Names) => [names.seen, names.inside, names.hidden]
const everyAsset = (path: string) => (names: Names) => get(...assets(names).map((id) => `assets/${id}${path}`))
const everyProject = (path: string) => (names: Names) =>
  get(...projects(names).flatMap((id) => [`projects/${id}${path}`, `projects/${id}${path}?limit=1`]))
const toAll = (type: 'assets' | 'projects', method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  (names: Names): Sent[] => (type === 'assets' ? assets(names) : [names.inside, names.hidden])
    .map((id) => [method, `${type}/${id}${path}`, body])

const collections = (names: Names) => [names.collection, names.secretCollection]
const everyCollection = (path: string) => (names: Names) =>
  get(...collections(names).map((id) => `collections/${id}${path}`))
const toCollections = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => (names: Names): Sent[] =>
  collections(names).map((id) => [method, `collections/${id}${path}`, body])
const commentsOf = (n: Names) => [[n.asset, n.comment], [n.asset, n.secretComment], [n.secret, n.secretComment]]
  .map(([asset, comment]) => `assets/${asset}/comments/${comment}`)

const filters = (n: Names) => ['', 'q=Item', 'q=Hidden', 'tag=shared', 'deleted=true', 'deleted=any', `project_id=${n.inside}`,
  `project_id=${n.hidden}`, 'project_id=none', `within=${n.seen}`, `within=${n.hidden}`, 'external_id=hidden-id', 'type=project',
  'sort=title', 'q=Item&sort=relevance&limit=100', 'owner=boss@example.com', 'include=media', 'category=films',
  `collection=${n.collection}`, `collection=${n.secretCollection}`, 'approval=none', `approval_by=${n.free}`, 'favorite=true', 'published=true']
/** In an order that does not depend on when the items were created. */
const ordered = (query: string) => query.includes('sort=') ? query : `${query}&sort=title`

const cut = (query: string) => query.includes('limit=') ? query : `${query}&limit=2`
const counts = 'facets=type&facets=tag&facets=owner&facets=category&total=true'

const table: Record<string, (names: Names) => Sent[]> = {
  'get /assets': (n) => get(...filters(n).map(ordered).filter((query) => !query.startsWith('type')).map((query) => `assets?${cut(query)}`)),
  'get /assets/{asset_id}': everyAsset(''),
  'get /assets/{asset_id}/custom_fields': everyAsset('/custom_fields'),
  'get /assets/{asset_id}/custom_fields/{field_group_id}': (n) => everyAsset(`/custom_fields/${n.group}`)(n),
  'get /assets/{asset_id}/file_metadata': everyAsset('/file_metadata'),
  'get /assets/{asset_id}/history': everyAsset('/history'),
  'get /assets/{asset_id}/media': everyAsset('/media'),
  'get /assets/{asset_id}/versions': everyAsset('/versions'),
  'get /changes': (n) => get('changes', 'changes?limit=2', 'changes?include=item', `changes?within=${n.seen}`,
    `changes?within=${n.hidden}`, 'changes?type=project', 'changes?event=ASSET_ADDED&limit=1'),
  'get /export': (n) => get(...filters(n).map(ordered).filter((query) => !query.startsWith('include'))
    .map((query) => `export?${query.replace('&limit=100', '')}`).concat('export?format=csv&for=excel&sort=title')),
  'get /external_ids/{external_id}': () => get('external_ids/seen-id', 'external_ids/hidden-id'),
  'get /field_groups': () => get('field_groups'),
  'get /field_groups/{field_group_id}': (n) => get(`field_groups/${n.group}`),
  'get /imports': () => get('imports', 'imports?limit=1'),
  'get /imports/{import_id}': (n) => get(`imports/${n.import}`),
  'get /imports/{import_id}/errors': (n) => get(`imports/${n.import}/errors`),
  'get /projects': () => get('projects', 'projects?limit=1'),
  'get /projects/{project_id}': everyProject(''),
  'get /projects/{project_id}/assets': everyProject('/assets'),
  'get /projects/{project_id}/custom_fields': everyProject('/custom_fields'),
  'get /projects/{project_id}/custom_fields/{field_group_id}': (n) => everyProject(`/custom_fields/${n.group}`)(n),
  'get /projects/{project_id}/history': everyProject('/history'),
  'get /projects/{project_id}/members': everyProject('/members'),
  'get /projects/{project_id}/path': everyProject('/path'),
  'get /search': (n) => get(...filters(n).map(ordered).flatMap((query) => [`search?${cut(query)}`, `search?${query}&${counts}`])),
  'post /search': (n) => [['POST', 'search', { within: [n.hidden].join() }], ['POST', 'search', { q: 'Item', total: true, sort: 'title' }]],
  'get /tokens/confirmation_token': () => get('tokens/confirmation_token?token=x'),
  'get /tokens/reset_password_token': () => get('tokens/reset_password_token?token=x'),
  'get /trash': () => get('trash', 'trash?limit=1'),
  'get /user': () => get('user'),
  'get /user/api_keys': () => get('user/api_keys'),
  'get /users': (n) => get('users', 'users?limit=1', `users?asset_id=${n.asset}`, `users?project_id=${n.hidden}`),
  'post /assets': () => [['POST', 'assets', { title: 'Item made', tags: ['shared'] }]],
  'put /assets/{asset_id}': (n) => [...toAll('assets', 'PUT', '', { title: 'Item again' })(n),
    ['PUT', `assets/${n.asset}`, { external_id: 'other-id' }], ['PUT', `assets/${n.asset}`, { external_id: 'seen-id' }]],
  'post /assets/{asset_id}/trash_bin': toAll('assets', 'POST', '/trash_bin'),
  'post /assets/{asset_id}/restore': toAll('assets', 'POST', '/restore'),
  'post /assets/{asset_id}/assign': (n) => [...toAll('assets', 'POST', '/assign', { to_project_id: n.seen })(n),
    ['POST', `assets/${n.asset}/assign`, { to_project_id: n.hidden }], ['POST', `assets/${n.asset}/assign`, { to_project_id: n.inside }]],
  'delete /assets/{asset_id}/unassign': (n) => [['DELETE', `assets/${n.secret}/unassign`], ['DELETE', `assets/${n.spare}/unassign`]],
  'post /assets/{asset_id}/custom_fields/{field_group_id}': (n) =>
    toAll('assets', 'POST', `/custom_fields/${n.group}`, { custom_fields: { [n.field!]: 'text' } })(n),
  'delete /assets/{asset_id}/custom_fields/{field_group_id}/{cfg_id}': (n) => toAll('assets', 'DELETE', `/custom_fields/${n.group}/1`)(n),
  'delete /assets/{asset_id}/custom_fields/{field_group_id}': (n) => toAll('assets', 'DELETE', `/custom_fields/${n.group}`)(n),
  'post /assets/{asset_id}/media': toAll('assets', 'POST', '/media', { file_url: 'not a url', filename: 'a.mov' }),
  'delete /assets/{asset_id}/media': toAll('assets', 'DELETE', '/media', { keep: 'nothing' }),
  'post /assets/{asset_id}/uploads': toAll('assets', 'POST', '/uploads', { filename: 'a.mov', size: 1 }),
  'post /assets/{asset_id}/versions/{media_id}/restore': toAll('assets', 'POST', '/versions/1/restore'),
  'post /projects': () => [['POST', 'projects', { title: 'Item project' }]],
  'put /projects/{project_id}': toAll('projects', 'PUT', '', { title: 'Item inside' }),
  'post /projects/{project_id}/trash_bin': toAll('projects', 'POST', '/trash_bin'),
  'post /projects/{project_id}/restore': toAll('projects', 'POST', '/restore'),
  'post /projects/{project_id}/assign': (n) => [...toAll('projects', 'POST', '/assign', { to_project_id: n.seen })(n),
    ['POST', `projects/${n.inside}/assign`, { to_project_id: n.hidden }]],
  'delete /projects/{project_id}/unassign': toAll('projects', 'DELETE', '/unassign'),
  'post /projects/{project_id}/custom_fields/{field_group_id}': (n) =>
    toAll('projects', 'POST', `/custom_fields/${n.group}`, { custom_fields: { [n.field!]: 'text' } })(n),
  'delete /projects/{project_id}/custom_fields/{field_group_id}/{cfg_id}': (n) => toAll('projects', 'DELETE', `/custom_fields/${n.group}/1`)(n),
  'delete /projects/{project_id}/custom_fields/{field_group_id}': (n) => toAll('projects', 'DELETE', `/custom_fields/${n.group}`)(n),
  'post /projects/{project_id}/members': (n) => [['POST', `projects/${n.seen}/members`, { user_id: n.stranger }],
    ['POST', `projects/${n.hidden}/members`, { user_id: n.boss }], ['POST', `projects/${n.inside}/members`, { user_id: n.boss }]],
  'put /projects/{project_id}/members': (n) => [['PUT', `projects/${n.seen}/members`, { user_id: n.stranger, role: 'Viewer' }],
    ['PUT', `projects/${n.hidden}/members`, { user_id: n.boss, role: 'Viewer' }],
    ['PUT', `projects/${n.inside}/members`, { user_id: n.boss, role: 'Viewer' }]],
  'delete /projects/{project_id}/members': (n) => [['DELETE', `projects/${n.seen}/members`, { user_id: n.stranger }],
    ['DELETE', `projects/${n.hidden}/members`, { user_id: n.boss }]],
  'get /actions': () => get('actions', 'actions?limit=1'),
  'get /drop_folders': () => get('drop_folders', 'drop_folders?limit=1'),
  'post /drop_folders': (n) => [n.seen, n.hidden].map((id) => ['POST', 'drop_folders', { title: 'Item dropped', project_id: id }]),
  'get /drop_folders/{drop_folder_id}': (n) => get(`drop_folders/${n.secretDrop}`),
  'post /drop_folders/{drop_folder_id}': (n) => [['POST', `drop_folders/${n.secretDrop}`, { title: 'Item dropped' }]],
  'get /drop_folders/{drop_folder_id}/links': (n) => get(`drop_folders/${n.secretDrop}/links`),
  'post /drop_folders/{drop_folder_id}/links': (n) => [['POST', `drop_folders/${n.secretDrop}/links`, { title: 'Item link' }]],
  'post /drop_folders/{drop_folder_id}/links/{link_id}': (n) => [['POST', `drop_folders/${n.secretDrop}/links/${n.secretLink}`, {}]],
  'delete /drop_folders/{drop_folder_id}/links/{link_id}': (n) => [['DELETE', `drop_folders/${n.secretDrop}/links/${n.secretLink}`]],
  'post /drop_folders/{drop_folder_id}/links/{link_id}/mails': (n) =>
    [['POST', `drop_folders/${n.secretDrop}/links/${n.secretLink}/mails`, { emails: ['ann@agency.example'] }]],
  'delete /drop_folders/{drop_folder_id}': (n) => [['DELETE', `drop_folders/${n.secretDrop}`]],
  'get /drop_folders/{drop_folder_id}/arrivals': (n) => get(`drop_folders/${n.secretDrop}/arrivals`),
  'post /drop_folders/{drop_folder_id}/uploads': (n) =>
    [['POST', `drop_folders/${n.secretDrop}/uploads`, { path: 'clip.mov', size: 1 }]],
  'post /drop_folders/{drop_folder_id}/arrivals/{arrival_id}/retry': (n) =>
    [['POST', `drop_folders/${n.secretDrop}/arrivals/9999/retry`]],
  'get /user_groups': () => get('user_groups', 'user_groups?limit=1'),
  'get /user_groups/{user_group_id}': (n) => get(`user_groups/${n.userGroup}`, `user_groups/${n.secretGroup}`),
  'get /user_groups/{user_group_id}/users': (n) => get(`user_groups/${n.userGroup}/users`, `user_groups/${n.secretGroup}/users`),
  'get /projects/{project_id}/user_groups': everyProject('/user_groups'),
  'post /projects/{project_id}/user_groups': (n) => [[n.inside, n.userGroup], [n.inside, n.secretGroup], [n.hidden, n.userGroup]]
    .map(([project, group]) => ['POST', `projects/${project}/user_groups`, { user_group_id: group }]),
  'put /projects/{project_id}/user_groups': (n) => [[n.seen, n.userGroup], [n.seen, n.secretGroup], [n.hidden, n.secretGroup]]
    .map(([project, group]) => ['PUT', `projects/${project}/user_groups`, { user_group_id: group, role: 'Admin' }]),
  'delete /projects/{project_id}/user_groups': (n) => [[n.seen, n.secretGroup], [n.hidden, n.secretGroup], [n.inside, n.userGroup]]
    .map(([project, group]) => ['DELETE', `projects/${project}/user_groups`, { user_group_id: group }]),
  'post /bulk': (n) => [['POST', 'bulk', {
    atomic: false,
    operations: [['PUT', `assets/${n.secret}`, { title: 'x' }], ['PUT', `assets/${n.asset}`, { title: 'Item in bulk' }],
      ['POST', `assets/${n.asset}/assign`, { to_project_id: n.hidden }], ['DELETE', `projects/${n.hidden}`]]
      .map(([method, path, body]) => ({ method, path: `/api/v2/${String(path)}`, body }))
  }]],
  'post /imports': (n) => [['POST', 'imports', `id,title,project\n${n.secret},Item one,${n.seen}\n${n.asset},Item two,${n.hidden}\n`, 'text/csv'],
    ['POST', 'imports?key=id&mode=update', `id,title\n${n.secret},x\n${n.asset},Item three\n`, 'text/csv'],
    ['POST', 'imports?dry_run=true', `id,title,project\n${n.hidden},Item four,${n.inside}\n`, 'text/csv']],
  'delete /imports/{import_id}': (n) => [['DELETE', `imports/${n.import}`]],
  'post /downloads': (n) => [[n.asset], [n.secret], [n.asset, n.secret]].map((ids) => ['POST', 'downloads', { asset_ids: ids }]),
  'post /session': () => [['POST', 'session', { email: 'nobody@example.com', password: 'wrong' }]],
  'delete /session': () => [['DELETE', 'session']],
  'post /session/forgotten': () => [['POST', 'session/forgotten', { email: 'boss@example.com' }]],
  'get /session/oidc': () => get('session/oidc'),
  'get /session/oidc/callback': () => get('session/oidc/callback'),
  'get /session/methods': () => get('session/methods'),
  'post /session/password': () => [['POST', 'session/password', { token: 'x', password: 'long enough' }]],
  'post /session/token': () => [['POST', 'session/token', { token: 'x' }]],
  'put /user/password': () => [['PUT', 'user/password', { password: 'short' }]],
  'get /user/sessions': () => get('user/sessions'),
  'delete /user/sessions': () => [['DELETE', 'user/sessions']],
  'delete /user/sessions/{session_id}': () => [['DELETE', 'user/sessions/999']],
  'post /user/api_keys': () => [['POST', 'user/api_keys', { name: 'x' }]],
  'delete /user/api_keys/{api_key_id}': (n) => [['DELETE', `user/api_keys/${n.adminKey}`]],
  'get /collections': () => get('collections', 'collections?limit=1'),
  'post /collections': () => [['POST', 'collections', { title: 'Item collection' }]],
  'get /collections/{collection_id}': everyCollection(''),
  'post /collections/{collection_id}': toCollections('POST', '', { title: 'Item again' }),
  'get /collections/{collection_id}/assets': (n) => [...everyCollection('/assets')(n), ...everyCollection('/assets?limit=1')(n)],
  'post /collections/{collection_id}/assets': (n) => [
    ...[[n.asset], [n.secret], [n.spare, n.secret]].flatMap((ids) => toCollections('POST', '/assets', { asset_ids: ids })(n)),
    ['POST', `collections/${n.collection}/assets`, { asset_ids: [n.spare], before: n.secret }]],
  'delete /collections/{collection_id}/assets': (n) => [[n.secret], [n.spare]]
    .flatMap((ids) => toCollections('DELETE', '/assets', { asset_ids: ids })(n)),
  'get /assets/{asset_id}/attachments': everyAsset('/attachments'),
  'post /assets/{asset_id}/attachments': toAll('assets', 'POST', '/attachments', { filename: 'a.pdf', size: 1 }),
  'post /assets/{asset_id}/attachments/{attachment_id}': toAll('assets', 'POST', '/attachments/9999', { description: 'x' }),
  'delete /assets/{asset_id}/attachments/{attachment_id}': toAll('assets', 'DELETE', '/attachments/9999'),
  'get /projects/{project_id}/attachments': everyProject('/attachments'),
  'post /projects/{project_id}/attachments': toAll('projects', 'POST', '/attachments', { filename: 'a.pdf', size: 1 }),
  'post /projects/{project_id}/attachments/{attachment_id}': toAll('projects', 'POST', '/attachments/9999', { description: 'x' }),
  'delete /projects/{project_id}/attachments/{attachment_id}': toAll('projects', 'DELETE', '/attachments/9999'),
  'get /ejects': () => get('ejects', 'ejects?limit=1'),
  'get /ejects/{eject_id}': (n) => get(`ejects/${n.secret}`),
  'delete /ejects/{eject_id}': (n) => [['DELETE', `ejects/${n.secret}`]],
  'post /assets/{asset_id}/ejects': (n) => toAll('assets', 'POST', '/ejects', { drop_folder_id: Number(n.secretDrop) })(n),
  'post /projects/{project_id}/ejects': (n) => toAll('projects', 'POST', '/ejects', { drop_folder_id: Number(n.secretDrop) })(n),
  'post /collections/{collection_id}/ejects': (n) => toCollections('POST', '/ejects', { drop_folder_id: Number(n.secretDrop) })(n),
  'get /assets/{asset_id}/publications': everyAsset('/publications'),
  'post /assets/{asset_id}/publications': toAll('assets', 'POST', '/publications', { url: 'https://video.example.com/1' }),
  'delete /assets/{asset_id}/publications/{publication_id}': toAll('assets', 'DELETE', '/publications/9999'),
  'get /assets/{asset_id}/collections': everyAsset('/collections'),
  'get /assets/{asset_id}/links': everyAsset('/links'),
  'post /assets/{asset_id}/links': toAll('assets', 'POST', '/links', { title: 'Item link' }),
  'post /assets/{asset_id}/links/{link_id}': (n) => assets(n).map((id) => ['POST', `assets/${id}/links/${n.secretLink}`, {}]),
  'delete /assets/{asset_id}/links/{link_id}': (n) => assets(n).map((id) => ['DELETE', `assets/${id}/links/${n.secretLink}`]),
  'get /projects/{project_id}/links': everyProject('/links'),
  'post /projects/{project_id}/links': toAll('projects', 'POST', '/links', { title: 'Item link' }),
  'post /projects/{project_id}/links/{link_id}': (n) => projects(n).map((id) => ['POST', `projects/${id}/links/${n.secretLink}`, {}]),
  'delete /projects/{project_id}/links/{link_id}': (n) => projects(n).map((id) => ['DELETE', `projects/${id}/links/${n.secretLink}`]),
  'get /collections/{collection_id}/links': everyCollection('/links'),
  'post /collections/{collection_id}/links': toCollections('POST', '/links', { title: 'Item link' }),
  'post /collections/{collection_id}/links/{link_id}': (n) =>
    collections(n).map((id) => ['POST', `collections/${id}/links/${n.secretLink}`, {}]),
  'delete /collections/{collection_id}/links/{link_id}': (n) =>
    collections(n).map((id) => ['DELETE', `collections/${id}/links/${n.secretLink}`]),
  'get /locations': () => get('locations'),
  'post /actions/{action_id}/runs': (n) => [['POST', 'actions/9999/runs', { asset_ids: [n.asset] }]],
  'get /runs': (n) => get('runs', `runs?asset_id=${n.asset}`),
  'delete /runs': () => [['DELETE', 'runs?batch=none']],
  'get /runs/{run_id}': () => get('runs/none'),
  'delete /runs/{run_id}': () => [['DELETE', 'runs/none']],
  'get /run': () => get('run'),
  'post /run': () => [['POST', 'run', { status: 'completed' }]],
  'post /runs/claims': () => [['POST', 'runs/claims', { queues: ['none'] }]],
  'post /runs/{run_id}/retry': () => [['POST', 'runs/none/retry']],
  'get /links': () => get('links', 'links?limit=1'),
  'post /links': (n) => [[n.asset], [n.secret], [n.asset, n.secret]]
    .map((ids) => ['POST', 'links', { asset_ids: ids, title: 'Item link' }]),
  'get /links/{link_id}': (n) => get(`links/${n.secretLink}`),
  'post /links/{link_id}': (n) => [['POST', `links/${n.secretLink}`, { title: 'Item again', new_url: true }]],
  'delete /links/{link_id}': (n) => [['DELETE', `links/${n.secretLink}`]],
  'post /links/{link_id}/mails': (n) => [['POST', `links/${n.secretLink}/mails`, { emails: ['ann@agency.example'] }]],
  'post /assets/{asset_id}/links/{link_id}/mails': (n) =>
    assets(n).map((id) => ['POST', `assets/${id}/links/${n.secretLink}/mails`, { emails: ['ann@agency.example'] }]),
  'post /projects/{project_id}/links/{link_id}/mails': (n) =>
    projects(n).map((id) => ['POST', `projects/${id}/links/${n.secretLink}/mails`, { emails: ['ann@agency.example'] }]),
  'post /collections/{collection_id}/links/{link_id}/mails': (n) =>
    collections(n).map((id) => ['POST', `collections/${id}/links/${n.secretLink}/mails`, { emails: ['ann@agency.example'] }]),
  'delete /collections/{collection_id}': (n) => [['DELETE', `collections/${n.secretCollection}`]],
  'get /assets/{asset_id}/comments': (n) => [...everyAsset('/comments')(n), ...everyAsset('/comments?limit=1')(n)],
  'post /assets/{asset_id}/comments': (n) => [...toAll('assets', 'POST', '/comments', { text: 'Item' })(n),
    ['POST', `assets/${n.asset}/comments`, { text: 'Item', reply_to: n.secretComment }],
    ['POST', `assets/${n.asset}/comments`, { text: 'Item', mentions: [n.stranger] }],
    ['POST', `assets/${n.asset}/comments`, { text: 'Item', mention_groups: [n.secretGroup] }]],
  'get /assets/{asset_id}/comments/{comment_id}': (n) => get(...commentsOf(n)),
  'post /assets/{asset_id}/comments/{comment_id}': (n) => [{ done: true }, { mentions: [n.stranger] }]
    .flatMap((changes) => commentsOf(n).map((path): Sent => ['POST', path, changes])),
  'delete /assets/{asset_id}/comments/{comment_id}': (n) => commentsOf(n).map((path) => ['DELETE', path]),
  'get /projects/{project_id}/comments': everyProject('/comments'),
  'post /projects/{project_id}/comments': toAll('projects', 'POST', '/comments', { text: 'Item' }),
  'get /projects/{project_id}/comments/{comment_id}': (n) => everyProject(`/comments/${n.comment}`)(n).slice(0, 1),
  'post /projects/{project_id}/comments/{comment_id}': (n) => toAll('projects', 'POST', `/comments/${n.comment}`, { done: true })(n),
  'delete /projects/{project_id}/comments/{comment_id}': (n) => toAll('projects', 'DELETE', `/comments/${n.comment}`)(n),
  'get /notifications': () => get('notifications', 'notifications?limit=1', 'notifications?unread=true'),
  'post /notifications/read': () => [['POST', 'notifications/read', { until: 2 ** 30 }]],
  'get /user/notifications': () => get('user/notifications'),
  'put /user': () => [['PUT', 'user', { name: 'Item name' }]],
  'put /user/notifications': () => [['PUT', 'user/notifications', { mail: 'daily' }]],
  'get /assets/{asset_id}/approvals': everyAsset('/approvals'),
  'post /assets/{asset_id}/approvals': (n) => [...toAll('assets', 'POST', '/approvals', { user_ids: [n.free] })(n),
    ['POST', `assets/${n.asset}/approvals`, { user_ids: [n.stranger] }]],
  'post /assets/{asset_id}/approvals/{approval_id}': toAll('assets', 'POST', '/approvals/1073741824', { status: 'approved' }),
  'delete /assets/{asset_id}/approvals/{approval_id}': toAll('assets', 'DELETE', '/approvals/1073741824'),
  'get /assets/{asset_id}/favorite': everyAsset('/favorite'),
  'put /assets/{asset_id}/favorite': toAll('assets', 'PUT', '/favorite'),
  'delete /assets/{asset_id}/favorite': toAll('assets', 'DELETE', '/favorite'),
  'get /projects/{project_id}/favorite': (n) => get(...projects(n).map((id) => `projects/${id}/favorite`)),
  'put /projects/{project_id}/favorite': toAll('projects', 'PUT', '/favorite'),
  'delete /projects/{project_id}/favorite': toAll('projects', 'DELETE', '/favorite'),
  'get /collections/{collection_id}/favorite': everyCollection('/favorite'),
  'put /collections/{collection_id}/favorite': toCollections('PUT', '/favorite'),
  'delete /collections/{collection_id}/favorite': toCollections('DELETE', '/favorite'),
  'put /user/avatar': () => [['PUT', 'user/avatar', 'no picture', 'image/png']],
  'delete /user/avatar': () => [['DELETE', 'user/avatar']],
  'get /projects/{project_id}/thumbnail': (n) => get(...projects(n).map((id) => `projects/${id}/thumbnail`)),
  'put /projects/{project_id}/thumbnail': (n) => [n.asset, n.secret]
    .flatMap((id) => toAll('projects', 'PUT', '/thumbnail', { asset_id: id })(n)),
  'delete /projects/{project_id}/thumbnail': toAll('projects', 'DELETE', '/thumbnail'),
  'delete /assets/{asset_id}': (n) => [['DELETE', `assets/${n.secret}`], ['DELETE', `assets/${n.lost}`]],
  'delete /projects/{project_id}': toAll('projects', 'DELETE', '')
}

/** Paths that need no key but a signed URL or a link, or that show nothing of an account. */
const PUBLIC = /^\/(media|avatars|uploads|downloads|healthz|readyz|api\/v2\/shared)/

/** By the access of the user: what is hidden is in projects of others, or in private ones. */
for (const access of ['projects', 'account'] as const) {
  onBothDatabases(`Every endpoint answers as if items that a user with access ${access} does not see did not exist`, (t, world) =>
    compare(t, world, access))
}

async function compare (t: Test, world: World, access: Access): Promise<void> {
  const stranger = await world.addStranger()
  const full = await createTwin(world, world.admin, world.adminCaller.account, { access, isFull: true })
  const twin = await createTwin(world, stranger.client, `account ${/\d+/.exec(stranger.email)![0]}`, { access, isFull: false })
  const { paths } = (await world.admin.get('/openapi.json')).body as { paths: Record<string, object> }
  const known = Object.entries(paths).filter(([path]) => !PUBLIC.test(path)).flatMap(([path, item]) =>
    Object.keys(item).filter((method) => /^(get|post|put|delete|patch)$/.test(method))
      .map((method) => `${method} ${path.replace('/api/v2', '')}`))
  const ofAll = known.filter((operation) => !operation.includes(' /admin/'))
  t.strictSame(ofAll.filter((operation) => table[operation] === undefined), [], 'each endpoint has a line in the table of test/sight/twins.test.ts: add one, by which a user who does not see the item asks for it')
  t.strictSame(Object.keys(table).filter((operation) => !ofAll.includes(operation)), [], 'each line has an endpoint')

  for (const operation of known.filter((operation) => operation.includes(' /admin/'))) {
    const [method, path] = operation.split(' ') as [string, string]
    t.equal((await full.user.send(method.toUpperCase() as 'GET', `/api/v2${path}`)).status, 401, operation)
  }
  let compared = 0
  const reads = Object.keys(table).filter((operation) => operation.startsWith('get'))
  for (const operation of [...Object.keys(table), ...reads]) {
    const [sent, expected] = [full, twin].map(({ names }) => table[operation]!(names))
    for (const [index, request] of sent!.entries()) {
      const answer = await ask(full, request)
      const same = await ask(twin, expected![index]!)
      if (operation === 'post /imports') await workImports(world)
      const text = `${request[0]} ${blind(full, request[1])}`
      // A thousand results that nobody reads take seconds.
      const [found, wanted] = [partsOf(answer, text), partsOf(same, text)]
      if (found.join('') !== wanted.join('')) t.strictSame(found, wanted, text)
      compared++
    }
  }
  t.ok(compared > 500, `${compared} answers`)
}

/** Parts to compare, in any order for relevance: it weighs words by frequency, and orders equals by time. */
function partsOf (answer: string, request: string): string[] {
  const parts = answer.split(/(?<=[,}[\n ])/)
  return request.includes('relevance') ? parts.sort() : parts
}

interface Twin {
  readonly user: Client
  readonly names: Names
  readonly account: string
}

async function ask ({ user, ...twin }: Twin, [method, path, body, type]: Sent): Promise<string> {
  const answer = await user.send(method, path, body, type === undefined ? {} : { 'content-type': type })
  return blind(twin, `${answer.status} ${String(answer.headers.link ?? '')} ${textOf(answer)}`)
}

function textOf ({ body, text }: Answer): string {
  return body === null ? text : JSON.stringify(body)
}

/** The text without ids, times and random values. */
function blind ({ names, account }: Omit<Twin, 'user'>, text: string): string {
  let shown = text
  for (const [name, id] of Object.entries(names)) {
    if (typeof id === 'string' && id.length > 20) shown = shown.replaceAll(id, `<${name}>`)
  }
  for (const id of Object.values(names)) {
    if (typeof id !== 'number') continue
    shown = shown.replaceAll(`"${id}":`, '"<number>":').replaceAll(new RegExp(`(id":|id |User |fields?/|field\\.|api_keys/|links/|collections?[/=]|comments/|value )${id}\\b`, 'g'), '$1<number>')
  }
  return shown.replaceAll(`"account":"${account}"`, '"account":""')
    .replaceAll(/cursor=[\w-]+|"next":"[\w-]+"/g, '<cursor>')
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z/g, '<time>')
    .replaceAll(/signature=[\w-]+|cutroom_[\w-]+|share\/#[\w-]+/g, '<secret>')
    .replaceAll(/"(mentions|mention_groups)":\[[\d,]*\]/g, '"$1":<numbers>')
    .replaceAll(/User group (?:\d+|<\w+>)/g, 'User group <number>')
    .replaceAll(/"(id|user_id|user_group_id|asked_by|approval_id|api_key_id|field_group_id|collection_id|comment_id|link_id)":(?:\d+|<\w+>)/g, '"$1":<number>')
    .replaceAll(/(free|boss|other)\d@/g, '$1@')
    .replaceAll(/(?:stranger\d+|admin)@example\.\w+/g, '<administrator>')
}

let made = 0

/** An account with a user who sees one project, with or without hidden items. */
async function createTwin (
  { addUser }: World, admin: Client, account: string, { access, isFull }: { access: Access, isFull: boolean }
): Promise<Twin> {
  const number = ++made % 10
  const boss = await addUser({ email: `boss${number}@example.com`, account })
  const free = await addUser({ email: `free${number}@example.com`, account, access })
  // Who has the access `account` sees all users.
  const stranger = isFull || access === 'account' ? await addUser({ email: `other${number}@example.com`, account }) : null
  const nobody = 2 ** 30
  const names: Record<string, string | number> = {
    boss: boss.id,
    free: free.id,
    stranger: access === 'account' ? stranger!.id : nobody,
    adminKey: nobody,
    secretCollection: nobody,
    secretComment: nobody,
    secretDrop: String(nobody),
    secretGroup: nobody,
    secretLink: String(nobody)
  }
  if (stranger !== null) {
    names.secretGroup = (await succeed(admin.post('admin/user_groups', { name: 'Group hidden' }))).user_group.id
    await succeed(admin.post(`admin/user_groups/${names.secretGroup}/users`, { user_ids: [stranger.id] }))
  }
  const { client } = boss
  const { field_group: group } = await succeed(admin.post('admin/field_groups', { name: 'Group' }))
  const { field } = await succeed(admin.post(`admin/field_groups/${group.id}/fields`,
    { name: 'Field', field_type: 'textbox', dropdown_options: [], searchable: true, read_only: false }))
  Object.assign(names, { group: group.id, field: field.id })
  for (const name of ['hidden', 'secret']) names[name] = nobodysId(name)
  if (isFull) await hide()
  names.seen = (await addProject(client, { title: 'Item seen' })).id
  if (isFull) await hide()
  names.inside = (await addItemTo(client, 'projects', String(names.seen), { title: 'Item inside', category: 'films' })).id
  await succeed(client.post(`projects/${names.seen}/members`, { user_id: free.id, role: 'Admin' }))
  names.userGroup = (await succeed(admin.post('admin/user_groups', { name: 'Group' }))).user_group.id
  await succeed(client.post(`projects/${names.seen}/user_groups`, { user_group_id: names.userGroup }))
  for (const name of ['asset', 'spare', 'lost', 'trashed']) {
    names[name] = (await addItemTo(client, 'assets', String(names.inside), { title: `Item ${name}`, tags: ['shared'] })).id
    if (isFull) await hide()
  }
  await succeed(client.put(`assets/${names.asset}`, { external_id: 'seen-id' }))
  const { collection } = await succeed(free.client.post('collections', { title: 'Item collection', public: true }))
  names.collection = collection.id
  await succeed(free.client.post(`collections/${collection.id}/assets`, { asset_ids: [names.asset, names.trashed] }))
  names.comment = (await succeed(client.post(`assets/${names.asset}/comments`, { text: 'Item said' }))).comment.id
  await succeed(client.post(`assets/${names.trashed}/trash_bin`))
  names.import = (await succeed(free.client.send('POST', 'imports', 'title\nItem imported\n', { 'content-type': 'text/csv' }))).import.id
  if (isFull) await hide(true)
  return { user: free.client, names, account }

  /** Adds hidden items of every kind, between those that the user sees. */
  async function hide (isLast = false): Promise<void> {
    const isPrivate = access === 'account'
    const hidden = await addProject(client, { title: 'Item hidden', category: 'films', tags: ['shared'], private: isPrivate })
    const secret = await addInside(client, hidden.id, { title: 'Item hidden', tags: ['shared', 'hidden'], category: 'films' })
    const gone = await addInside(client, hidden.id, { title: 'Item hidden gone', tags: ['shared'] })
    await succeed(client.post(`assets/${gone.id}/trash_bin`))
    await succeed(client.post(`assets/${secret.id}/custom_fields/${names.group}`, { custom_fields: { [names.field!]: 'hidden' } }))
    const said = await succeed(client.post(`assets/${secret.id}/comments`, { text: 'Item hidden' }))
    await succeed(client.post(`projects/${hidden.id}/comments`, { text: 'Item hidden' }))
    Object.assign(names, { hidden: hidden.id, secret: secret.id, secretComment: said.comment.id })
    if (!isLast) return
    await succeed(admin.post(`collections/${names.collection}/assets`, { asset_ids: [secret.id], before: names.asset }))
    const { collection } = await succeed(client.post('collections', { title: 'Item hidden', public: access === 'projects' }))
    await succeed(client.post(`collections/${collection.id}/assets`, { asset_ids: [secret.id] }))
    names.secretCollection = collection.id
    names.secretDrop = String((await succeed(client.post('drop_folders', { title: 'Item hidden', project_id: hidden.id }))).drop_folder.id)
    names.secretLink = String((await succeed(client.post(`assets/${secret.id}/links`, {}))).link.id)
    await succeed(client.post(`projects/${hidden.id}/members`, { user_id: stranger!.id }))
    names.stranger = stranger!.id
    await succeed(client.post(`projects/${hidden.id}/user_groups`, { user_group_id: names.secretGroup }))
    await succeed(client.put(`assets/${secret.id}`, { external_id: 'hidden-id' }))
    await succeed(client.send('POST', 'imports', `title,project\nItem hidden,${hidden.id}\n`, { 'content-type': 'text/csv' }))
    names.adminKey = (await succeed(client.get('user/api_keys'))).api_keys[0].id
  }
}

/** Adds an asset that was never anywhere else. */
async function addInside (client: Client, projectId: string, body: object): Promise<any> {
  const { results } = await succeed(client.post('bulk', {
    operations: [
      { method: 'POST', path: '/api/v2/assets', body },
      { method: 'POST', path: '/api/v2/assets/{{0.asset.id}}/assign', body: { to_project_id: projectId } }
    ]
  }))
  return results[0].body.asset
}

/** An id that nobody has. */
function nobodysId (name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `01890000-0000-7000-8000-${hex.slice(0, 12)}`
}
