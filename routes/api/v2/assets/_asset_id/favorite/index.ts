import { AssetNotFound } from '#src/errors.js'
import { favoriteOfItem } from '#src/favorites/favorites.js'
import { assetKind } from '#src/items/kinds.js'
import { favoriteOf } from '../../../favorites.js'
import { AssetParams } from '../../schemas.js'

export default favoriteOf({
  params: AssetParams.properties,
  name: 'Asset',
  article: 'an',
  favorite: favoriteOfItem(assetKind),
  missing: new AssetNotFound()
})
