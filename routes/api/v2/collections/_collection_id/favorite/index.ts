import { collectionKind } from '#src/collections/kind.js'
import { CollectionNotFound } from '#src/collections/errors.js'
import { createFavoriteOf } from '#src/favorites/favorites.js'
import { favoriteOf } from '../../../favorites.js'
import { CollectionParams } from '../../schemas.js'

export default favoriteOf({
  params: CollectionParams.properties,
  name: 'Collection',
  article: 'a',
  favorite: createFavoriteOf(collectionKind),
  missing: new CollectionNotFound()
})
