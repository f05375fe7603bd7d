import { Kind, Type, TypeRegistry, type TObject } from '@sinclair/typebox'
import { InvalidOperation, WrongNumberOfOperations } from '../errors.js'
import { described, Reference, strict, Text } from '../http/schemas.js'
import { compileValidator } from '../http/validation.js'
import type { Operation } from './operations.js'

const MOST_OPERATIONS = 1000

/** The form of an operation. */
const OperationForm = strict(Type.Object({
  method: described(Text, 'HTTP method: `POST`, `PUT` or `DELETE`.', 'POST'),
  path: described(
    Text,
    'Path of the request, from `/api/v2` on, with its query. Values of placeholders are percent-encoded.',
    '/api/v2/assets'
  ),
  body: Type.Optional(described(Type.Unknown(), 'Body of the request.', { title: 'Interview, day 1' })),
  if_match: Type.Optional(described(
    Reference,
    'Header `If-Match` of the request: the `ETag` of the item, or of its custom fields, in the version that you have read.',
    '"kK2yQm4Yb0hVZJwJ6v3m2b1mVjQp0o0x0a9gq7x8c2E"'
  ))
}))

// Elements are checked one by one later, and named by their number.
TypeRegistry.Set('Operations', (_schema, value) => Array.isArray(value))

/** The operations of a bulk, unchecked. */
export const OperationList = Type.Unsafe<unknown[]>({
  [Kind]: 'Operations',
  type: 'array',
  items: OperationForm,
  minItems: 1,
  maxItems: MOST_OPERATIONS,
  wrongType: 'Must be an array of Hash'
})

const check = compileValidator({ schema: OperationForm as TObject, method: '', url: '' }) as (
  value: unknown
) => { readonly error?: Error }

/** Throws WrongNumberOfOperations, and InvalidOperation for the first operation of another form. */
export function requireOperations (sent: readonly unknown[]): readonly Operation[] {
  if (sent.length < 1 || sent.length > MOST_OPERATIONS) throw new WrongNumberOfOperations(MOST_OPERATIONS)
  for (const [index, operation] of sent.entries()) {
    if (typeof operation !== 'object' || operation === null || Array.isArray(operation)) {
      throw new InvalidOperation(index, 'Must be a Hash')
    }
    const { error } = check(operation)
    if (error !== undefined) throw new InvalidOperation(index, error.message)
  }
  return sent as readonly Operation[]
}
