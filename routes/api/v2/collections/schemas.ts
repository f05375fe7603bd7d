import { Type } from '@sinclair/typebox'
import { Collection, PUBLIC } from '#src/collections/schema.js'
import { described, Description, Flag, Name, strict, Text } from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { IdList } from '../downloads/schemas.js'
import { answerTo } from '../examples.js'
import { Asset, samples } from '../schemas.js'

export const collectionsTag: Tag = {
  name: 'Collections',
  description:
    'A collection is an ordered list of assets from any projects. Only its owner sees a private collection. All users who see the whole account see a public collection; its owner and administrators can change it. In a collection, users find only the assets that they see.',
  position: 65
}

const text = Type.String()

export const CollectionParams = Type.Object({ collection_id: described(text, idOf('collection'), '1') })

export const CreateCollectionBody = strict(Type.Object({
  title: described(Name, descriptions.title, 'Festival cut'),
  description: Type.Optional(described(Description, descriptions.newDescription, 'What the jury is to see')),
  public: Type.Optional(described(Flag, 'Whether the collection is public: all users who see the whole account see it. `false` by default.', true))
}))

export const UpdateCollectionBody = strict(Type.Object({
  title: Type.Optional(described(Name, descriptions.title, 'Festival, last cut')),
  description: Type.Optional(described(Description, descriptions.replacesDescription)),
  public: Type.Optional(described(Flag, PUBLIC, false))
}))

export const CollectionReply = Type.Object({ collection: Collection }, { description: 'The collection.' })

export const NewCollectionReply = answerTo(CreateCollectionBody, CollectionReply, { count: 0 })

export const UpdatedCollectionReply = answerTo(UpdateCollectionBody, CollectionReply, { description: 'What the jury is to see' })

export const CollectionsReply = Type.Object({ collections: Type.Array(Collection) }, {
  description: 'The collections that you see, ordered by id.'
})

export const CollectionAssetsReply = Type.Object({ assets: Type.Array(Asset) }, {
  description: 'The assets with all their properties, in the order of the collection.',
  pageEndsAt: '68719476736'
})

export const AddAssetsBody = strict(Type.Object({
  asset_ids: described(IdList, descriptions.assetIds, [
    samples.assetId
  ]),
  before: Type.Optional(described(
    Text,
    'Id of an asset of the collection. The assets are placed before it, in the order of the request; assets that are in the collection already are moved. By default, new assets are added at the end, and nothing is moved.',
    samples.assetId
  ))
}))

export const RemoveAssetsBody = strict(Type.Object({
  asset_ids: described(IdList, 'Ids of the assets to remove. An asset that is not in the collection is ignored.', [samples.assetId])
}))
