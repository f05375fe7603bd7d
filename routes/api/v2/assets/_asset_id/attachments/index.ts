import { assetKind } from '#src/items/kinds.js'
import { attachmentsOf } from '../../../attachments.js'
import { AssetParams } from '../../schemas.js'

export default attachmentsOf({ kind: assetKind, id: AssetParams.properties.asset_id, name: 'Asset', article: 'an' })
