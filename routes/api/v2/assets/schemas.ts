import { Type } from '@sinclair/typebox'
import { described, OneOf, Text, TextList } from '../../../../src/http/schemas.js'
import { Asset, samples, UpdateErrors } from '../schemas.js'

export const AssetParams = Type.Object({ asset_id: described(Type.String(), 'Id of the asset.', samples.assetId) })

export const CreateAssetBody = Type.Object({
  title: described(Text, 'What people call it.', 'Interview, day 1'),
  description: Type.Optional(described(Text, 'Empty if it is not sent.', 'Interview with the director')),
  category: Type.Optional(described(Text, 'Empty if it is not sent.', 'interview')),
  tags: Type.Optional(described(TextList, 'None if they are not sent.', ['raw', '4k'])),
  media_type: Type.Optional(described(OneOf(['live']), 'The asset is a `placeholder` if it is not sent.'))
})

export const UpdateAssetBody = Type.Object({
  title: Type.Optional(described(Text, 'What people call it.', 'Interview, day 2')),
  description: Type.Optional(described(Text, 'Replaces the one there is.')),
  category: Type.Optional(described(Text, 'Replaces the one there is.')),
  tags: Type.Optional(described(TextList, 'Replace the ones there are.', ['raw', '4k', 'approved'])),
  external_id: Type.Optional(described(Text, 'Unique in the account over assets and projects. An empty string clears it.', samples.externalId))
})

export const AssignBody = Type.Object({ to_project_id: described(Text, 'Id of an active project.', samples.projectId) })

export const AssetReply = Type.Object({ asset: Asset }, { description: 'The asset.' })

export const UpdateAssetReply = Type.Object({ asset: Asset, errors: UpdateErrors }, { description: 'The asset as it is now.' })
