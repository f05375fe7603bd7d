import { defineFailure } from '../errors.js'

export const PublicationNotFound = defineFailure('PUBLICATION_NOT_FOUND', 'Publication not found', 404)
