import { assetKind } from '#src/items/kinds.js'
import { listCustomFields } from '../../../custom-fields.js'
import { AssetParams } from '../../schemas.js'

export default listCustomFields({ kind: assetKind, id: AssetParams.properties.asset_id, name: 'Asset', article: 'an' })
