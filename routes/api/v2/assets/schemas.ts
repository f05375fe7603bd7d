import { Type } from '@sinclair/typebox'
import { described, Description, Name, OneOf, Reference, Text, TextList } from '#src/http/schemas.js'
import type { Tag } from '#src/openapi/tags.js'
import { answerTo, answerToUpdate, unplaced } from '../examples.js'
import { Asset, samples, tagChanges, UpdateErrors } from '../schemas.js'

export const assetsTag: Tag = {
  name: 'Assets',
  description: 'What a file is about: its title, its description, where it belongs.',
  position: 10
}

export const AssetParams = Type.Object({ asset_id: described(Type.String(), 'Id of the asset.', samples.assetId) })

export const CreateAssetBody = Type.Object({
  title: described(Name, 'What people call it.', samples.asset.title),
  description: Type.Optional(described(Description, 'Empty if it is not sent.', samples.asset.description)),
  category: Type.Optional(described(Name, 'Empty if it is not sent.', samples.asset.category)),
  tags: Type.Optional(described(TextList, 'None if they are not sent.', samples.asset.tags)),
  media_type: Type.Optional(described(OneOf(['live']), 'The asset is a `placeholder` if it is not sent.'))
})

export const UpdateAssetBody = Type.Object({
  title: Type.Optional(described(Name, 'What people call it.', 'Interview, day 2')),
  description: Type.Optional(described(Description, 'Replaces the one there is.')),
  category: Type.Optional(described(Name, 'Replaces the one there is.')),
  tags: Type.Optional(described(TextList, 'Replace the ones there are.', ['raw', '4k', 'approved'])),
  external_id: Type
    .Optional(described(
      Reference, 'Unique in the account over assets and projects. An empty string clears it.', samples.externalId
    )),
  ...tagChanges
})

export const AssignBody = Type.Object({ to_project_id: described(Text, 'Id of an active project.', samples.projectId) })

export const AssetReply = Type.Object({ asset: Asset }, { description: 'The asset.' })

export const CreateAssetReply = answerTo(CreateAssetBody, AssetReply, unplaced)

export const UpdateAssetReply = answerToUpdate(UpdateAssetBody,
  Type.Object({ asset: Asset, errors: UpdateErrors }, { description: 'The asset as it is now.' }))
