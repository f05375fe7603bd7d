import { Type } from '@sinclair/typebox'
import { OneOf, Text, TextList } from '../../../../src/http/schemas.js'
import { Asset, UpdateErrors } from '../schemas.js'

export const AssetParams = Type.Object({ asset_id: Type.String() })

export const CreateAssetBody = Type.Object({
  title: Text,
  description: Type.Optional(Text),
  category: Type.Optional(Text),
  tags: Type.Optional(TextList),
  media_type: Type.Optional(OneOf(['live']))
})

export const UpdateAssetBody = Type.Object({
  title: Type.Optional(Text),
  description: Type.Optional(Text),
  category: Type.Optional(Text),
  tags: Type.Optional(TextList),
  external_id: Type.Optional(Text)
})

export const AssignBody = Type.Object({ to_project_id: Text })

export const AssetReply = Type.Object({ asset: Asset })

export const UpdateAssetReply = Type.Object({ asset: Asset, errors: UpdateErrors })
