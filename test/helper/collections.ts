import type { Client } from './app.js'
import { addAsset, succeed } from './items.js'

export async function addCollection (client: Client, parameters: object = {}): Promise<any> {
  return (await succeed(client.post('collections', { title: 'Collection', ...parameters }))).collection
}

/** Puts assets into a collection. */
export async function putInto (
  client: Client, id: number, assetIds: readonly string[], before?: string
): Promise<void> {
  await succeed(client.post(`collections/${id}/assets`, { asset_ids: assetIds, ...(before && { before }) }))
}

export async function addAssets (client: Client, count: number, parameters: object = {}): Promise<string[]> {
  const ids: string[] = []
  for (let number = 1; number <= count; number++) {
    ids.push((await addAsset(client, { title: `Asset ${number}`, ...parameters })).id)
  }
  return ids
}

/** The ids of the assets of a collection, in its order. */
export async function orderOf (client: Client, id: number): Promise<string[]> {
  const { assets } = await succeed(client.get(`collections/${id}/assets?limit=1000`))
  return assets.map((asset: any) => asset.id)
}

export async function countOf (client: Client, id: number): Promise<number> {
  return (await succeed(client.get(`collections/${id}`))).collection.count
}
