import { Type } from '@sinclair/typebox'
import { described } from '../http/schemas.js'
import { descriptions, idOf } from '../openapi/descriptions.js'
import { samples } from '../openapi/samples.js'

const text = Type.String()

export const PUBLIC = 'Whether the collection is public: all users who see the whole account see it.'

/** A collection as the API shows it. */
export const Collection = Type.Object({
  id: described(Type.Integer(), idOf('collection'), 1),
  title: described(text, descriptions.title, 'Festival cut'),
  description: described(text, 'Purpose of the collection.', 'What the jury is to see'),
  public: described(Type.Boolean(), PUBLIC, true),
  owner: described(text, 'E-mail address of the owner.', samples.email),
  count: described(Type.Integer(), 'Number of assets in the collection that you can see, without those in the trash bin.', 12),
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  updated_at: described(text, 'When the collection or its list of assets was last changed.', samples.laterMilliseconds)
}, { title: 'Collection' })
