import { assetKind } from '#src/items/kinds.js'
import { commentsOn } from '../../../comments.js'
import { AssetParams } from '../../schemas.js'

export default commentsOn({ kind: assetKind, id: AssetParams.properties.asset_id, name: 'Asset', article: 'an' })
