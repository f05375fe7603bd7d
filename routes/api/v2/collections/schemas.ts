import { Type } from '@sinclair/typebox'
import { described, Description, Flag, Name, strict, Text } from '#src/http/schemas.js'
import type { Tag } from '#src/openapi/tags.js'
import { IdList } from '../downloads/schemas.js'
import { answerTo } from '../examples.js'
import { Asset, samples } from '../schemas.js'

export const collectionsTag: Tag = {
  name: 'Collections',
  description:
    'Assets from any projects, in an order of their own. A private one is its owner\'s; a public one is seen by all users who see the whole account, and changed by its owner and by administrators. Everybody finds in it what they see.',
  position: 65
}

const text = Type.String()

export const CollectionParams = Type.Object({ collection_id: described(text, 'Id of the collection.', '1') })

export const CreateCollectionBody = strict(Type.Object({
  title: described(Name, 'What people call it.', 'Festival cut'),
  description: Type.Optional(described(Description, 'Empty if it is not sent.', 'What the jury is to see')),
  public: Type.Optional(described(Flag, 'Whether all see it who see the account. `false` if it is not sent.', true))
}))

export const UpdateCollectionBody = strict(Type.Object({
  title: Type.Optional(described(Name, 'What people call it.', 'Festival, last cut')),
  description: Type.Optional(described(Description, 'Replaces the one there is.')),
  public: Type.Optional(described(Flag, 'Whether all see it who see the account.', false))
}))

export const Collection = Type.Object({
  id: described(Type.Integer(), 'Id of the collection.', 1),
  title: described(text, 'What people call it.', 'Festival cut'),
  description: described(text, 'What it is for.', 'What the jury is to see'),
  public: described(Type.Boolean(), 'Whether all see it who see the account.', true),
  owner: described(text, 'E-mail of its owner.', samples.email),
  count: described(Type.Integer(), 'The assets in it that you see, without those in the trash bin.', 12),
  created_at: described(text, 'ISO 8601, UTC, to the millisecond.', samples.milliseconds),
  updated_at: described(text, 'When it, or what is in it, was last changed.', samples.laterMilliseconds)
}, { title: 'Collection' })

export const CollectionReply = Type.Object({ collection: Collection }, { description: 'The collection.' })

export const NewCollectionReply = answerTo(CreateCollectionBody, CollectionReply, { count: 0 })

export const UpdatedCollectionReply = answerTo(UpdateCollectionBody, CollectionReply, { description: 'What the jury is to see' })

export const CollectionsReply = Type.Object({ collections: Type.Array(Collection) }, {
  description: 'The collections that you see, in the order of their ids.'
})

export const CollectionAssetsReply = Type.Object({ assets: Type.Array(Asset) }, {
  description: 'The active assets in it that you see, in its order.',
  pageEndsAt: '68719476736'
})

export const AddAssetsBody = strict(Type.Object({
  asset_ids: described(IdList, 'Assets, active or in the trash bin. One that is named twice counts once.', [
    samples.assetId
  ]),
  before: Type.Optional(described(
    Text,
    'An asset of the collection, before which they are put, in their order; those that are in it already are moved. At the end, where nothing moves, if it is not sent.',
    samples.assetId
  ))
}))

export const RemoveAssetsBody = strict(Type.Object({
  asset_ids: described(IdList, 'Assets to take out. One that is not in it is no failure.', [samples.assetId])
}))
