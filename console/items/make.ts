import { api, done, type ItemType } from '../api/client.ts'
import { whyFailed } from '../api/outcome.ts'
import { Failure } from '../api/failure.ts'
import { onceKey } from '../../client/once.ts'

/**
 * Makes an item, and puts it into a project in the same transaction: what belongs into a private project is never in
 * the open. Returns its id. `once` makes a repeated call create no second item.
 */
export async function makeItem (
  type: ItemType, title: string, projectId: string | null, once: string = onceKey()
): Promise<string> {
  const headers = { 'idempotency-key': once }
  if (projectId === null) {
    return type === 'asset'
      ? (await done(api.POST('/api/v2/assets', { body: { title }, headers }))).asset.id
      : (await done(api.POST('/api/v2/projects', { body: { title }, headers }))).project.id
  }
  const { results } = await done(api.POST('/api/v2/bulk', {
    headers,
    body: {
      operations: [
        { method: 'POST', path: `/api/v2/${type}s`, body: { title } },
        { method: 'POST', path: `/api/v2/${type}s/{{0.${type}.id}}/assign`, body: { to_project_id: projectId } }
      ]
    }
  }))
  const last = results.at(-1)!
  const why = whyFailed(last)
  if (why !== null) throw new Failure(why, last.status)
  return (results[0]!.body as Record<ItemType, { id: string }>)[type].id
}
