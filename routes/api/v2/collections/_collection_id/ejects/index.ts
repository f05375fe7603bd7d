import { CollectionNotFound } from '#src/collections/errors.js'
import { ejectRoute } from '../../../ejects.js'
import { CollectionParams } from '../../schemas.js'

export default ejectRoute({
  type: 'collection',
  name: 'Collection',
  id: CollectionParams.properties.collection_id,
  missing: new CollectionNotFound()
})
