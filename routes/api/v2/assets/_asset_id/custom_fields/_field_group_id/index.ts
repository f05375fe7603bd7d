import { assetKind } from '#src/items/kinds.js'
import { customFieldsInGroup } from '../../../../custom-fields.js'
import { AssetParams } from '../../../schemas.js'

export default customFieldsInGroup({
  kind: assetKind,
  id: AssetParams.properties.asset_id,
  name: 'Asset',
  article: 'an'
})
