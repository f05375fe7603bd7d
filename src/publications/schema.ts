import { Kind, Type, TypeRegistry } from '@sinclair/typebox'
import { hasAtMost, isText, refuseLonger, STRING_RULE, URL_RULE } from '../http/rules.js'
import { described, Nullable } from '../http/schemas.js'
import { descriptions, idOf } from '../openapi/descriptions.js'
import { samples } from '../openapi/samples.js'
import { parseHttpUrl } from '../outbound/index.js'

export const LONGEST_URL = 2000

const text = Type.String()
const example = 'https://video.example.com/watch/1138'

const refuseLongerUrl = refuseLonger(LONGEST_URL)

TypeRegistry.Set('PublicUrl', (_schema, value) => isText(value) && hasAtMost(value, LONGEST_URL) && parseHttpUrl(value) !== null)

/** The parameter: where people find it. Nothing is sent there. */
export const PublicUrl = described(
  Type.Unsafe<string>({
    [Kind]: 'PublicUrl',
    type: 'string',
    maxLength: LONGEST_URL,
    wrongType: STRING_RULE,
    ruleOf: (value: unknown) => refuseLongerUrl(value) ?? (isText(value) ? URL_RULE : undefined)
  }),
  'URL at which the asset was published: http or https.',
  example
)

/** A publication as the API shows it. Guests see none. */
export const Publication = Type.Object({
  id: described(Type.Integer(), idOf('publication'), 4),
  url: described(text, 'URL at which the asset was published.', example),
  title: described(Nullable(text), 'Title that it has there; null if none was given.', 'Interview, full length'),
  run_id: described(Nullable(text), 'Id of the run of an action that published it; null if a user did.', null),
  user_id: described(Type.Integer(), 'Id of the user who published it.', 1),
  created_at: described(text, descriptions.createdAt, samples.milliseconds)
}, { title: 'Publication' })
