import { Type } from '@sinclair/typebox'
import { described, Description, Name, OneOf, Reference, Text, TextList } from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { answerTo, answerToUpdate, unplaced } from '../examples.js'
import { Asset, samples, tagChanges, UpdateErrors } from '../schemas.js'

export const assetsTag: Tag = {
  name: 'Assets',
  description: 'Assets describe files: they have a title, a description, and a place in a project.',
  position: 10
}

export const AssetParams = Type.Object({ asset_id: described(Type.String(), idOf('asset'), samples.assetId) })

export const CreateAssetBody = Type.Object({
  title: described(Name, descriptions.title, samples.asset.title),
  description: Type.Optional(described(Description, descriptions.newDescription, samples.asset.description)),
  category: Type.Optional(described(Name, descriptions.newCategory, samples.asset.category)),
  tags: Type.Optional(described(TextList, descriptions.newTags, samples.asset.tags)),
  media_type: Type.Optional(described(OneOf(['live']), 'Media type, `placeholder` by default.'))
})

export const UpdateAssetBody = Type.Object({
  title: Type.Optional(described(Name, descriptions.title, 'Interview, day 2')),
  description: Type.Optional(described(Description, descriptions.replacesDescription)),
  category: Type.Optional(described(Name, descriptions.replacesCategory)),
  tags: Type.Optional(described(TextList, descriptions.replacesTags, ['raw', '4k', 'approved'])),
  external_id: Type
    .Optional(described(
      Reference, descriptions.newExternalId, samples.externalId
    )),
  ...tagChanges
})

export const AssignBody = Type.Object({ to_project_id: described(Text, 'Id of an active project.', samples.projectId) })

export const AssetReply = Type.Object({ asset: Asset }, { description: 'The asset.' })

export const CreateAssetReply = answerTo(CreateAssetBody, AssetReply, unplaced)

export const UpdateAssetReply = answerToUpdate(UpdateAssetBody,
  Type.Object({ asset: Asset, errors: UpdateErrors }, { description: 'The asset after the update.' }))
