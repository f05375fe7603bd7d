import { CollectionNotFound } from '#src/collections/errors.js'
import { linkRoutes } from '../../../links.js'
import { CollectionParams } from '../../schemas.js'

export default linkRoutes({
  type: 'collection',
  name: 'Collection',
  id: CollectionParams.properties.collection_id,
  missing: new CollectionNotFound()
})
