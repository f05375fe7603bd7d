import { allOf, api, done, urlOf, type Asset, type Schemas } from '../api/client.ts'

export type Collection = Schemas['Collection']

const LARGEST_PAGE = 1000

/** All that the user sees. */
export async function listCollections (): Promise<Collection[]> {
  return allOf(urlOf('/api/v2/collections', { query: { limit: LARGEST_PAGE } }), 'collections')
}

/** All assets of a collection, in its order. */
export async function listAssets (id: string): Promise<Asset[]> {
  const query = { limit: LARGEST_PAGE }
  return allOf(urlOf('/api/v2/collections/{collection_id}/assets', { path: { collection_id: id }, query }), 'assets')
}

export async function makeCollection (body: { title: string, public: boolean }): Promise<Collection> {
  return (await done(api.POST('/api/v2/collections', { body }))).collection
}

/** Puts new assets at the end of a collection; with `before`, puts new and old ones before that asset. */
export async function putInto (id: number | string, assetIds: readonly string[], before?: string): Promise<void> {
  // Moved pieces stay in order, as each goes right before the same asset.
  for (let start = 0; start < assetIds.length; start += LARGEST_PAGE) {
    const ids = assetIds.slice(start, start + LARGEST_PAGE)
    await done(api.POST('/api/v2/collections/{collection_id}/assets', {
      params: { path: { collection_id: String(id) } }, body: { asset_ids: ids, ...(before !== undefined && { before }) }
    }))
  }
}

export async function takeOut (id: number | string, assetIds: readonly string[]): Promise<void> {
  await done(api.DELETE('/api/v2/collections/{collection_id}/assets', {
    params: { path: { collection_id: String(id) } }, body: { asset_ids: [...assetIds] }
  }))
}
