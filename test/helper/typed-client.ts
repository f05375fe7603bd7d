import type { AddressInfo } from 'node:net'
import createClient from 'openapi-fetch'
import type { components, paths } from '../../client/generated/api.js'
import type { World } from './app.js'

/**
 * A client as a user would build it: from the generated types, with no other knowledge of the API. `Media` limits it to
 * answers of one content type.
 */
export async function connect<Media extends `${string}/${string}` = `${string}/${string}`> ({ app, config }: World) {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const apiKey = config.ADMIN_API_KEY!
  return createClient<paths, Media>({ baseUrl, headers: { 'X-API-KEY': apiKey } })
}

/** Returns the answer of a success, typed by its operation. */
export async function succeed<Data> (
  answer: Promise<{ data?: Data, error?: unknown, response: Response }>
): Promise<NonNullable<Exclude<Data, components['schemas']['Failure']>>> {
  const { data, error, response } = await answer
  if (data === undefined || data === null || (data as { error?: string }).error !== undefined) {
    throw new Error(`${response.status} ${JSON.stringify(error ?? data)}`)
  }
  return data as NonNullable<Exclude<Data, components['schemas']['Failure']>>
}
