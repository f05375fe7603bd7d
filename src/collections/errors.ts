import { defineFailure } from '../errors.js'

export const CollectionNotFound = defineFailure('COLLECTION_NOT_FOUND', 'Collection not found', 404)
