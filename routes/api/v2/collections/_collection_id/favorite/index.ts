import { favoriteOfCollection } from '#src/collections/favorite.js'
import { CollectionNotFound } from '#src/errors.js'
import { favoriteOf } from '../../../favorites.js'
import { CollectionParams } from '../../schemas.js'

export default favoriteOf({
  params: CollectionParams.properties,
  name: 'Collection',
  article: 'a',
  favorite: favoriteOfCollection,
  missing: new CollectionNotFound()
})
