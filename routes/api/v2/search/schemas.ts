import { Type, type TObject, type TProperties } from '@sinclair/typebox'
import { LIMIT_RULE } from '#src/http/list.js'
import { described, OneOf, Text } from '#src/http/schemas.js'
import type { Tag } from '#src/openapi/tags.js'
import { facetNames, mediaStatuses, sorts } from '#src/search/parameters.js'
import { measures, type Measure } from '#src/search/number-terms.js'
import {
  FLAG_RULE, LARGEST_NUMBER, NUMBER_RULE, TEXT_LIST_RULE, WHOLE_NUMBER_RULE
} from '#src/search/reader.js'
import { wholeExample } from '../examples.js'
import { Asset, Project, samples } from '../schemas.js'

export const searchTag: Tag = {
  name: 'Search',
  description: 'Finds assets and projects by words, by what they have, and by when they changed.',
  position: 30
}

/**
 * What the API document says of a search. What is sent is checked by src/search/parameters.ts, as names and values of
 * custom fields depend on the account.
 */

const text = Type.String()
const moment = (description: string, example: string) =>
  Type.Optional(described(Text, `${description} ISO 8601; a date is its first moment in UTC.`, example))
const values = (description: string, ...example: string[]) =>
  Type.Optional(described(
    Type.Array(Text, { maxItems: 1000, wrongType: TEXT_LIST_RULE }),
    `${description} Of several, any.`,
    example
  ))
const choice = (names: readonly string[]) => Type.Unsafe<string>({ type: 'string', enum: [...names] })

const measureOf = (measure: Measure, end: string) => {
  const isWhole = measure !== 'duration'
  const number = { minimum: 0, maximum: LARGEST_NUMBER }
  return Type.Optional(described(
    isWhole
      ? Type.Integer({ ...number, wrongType: WHOLE_NUMBER_RULE })
      : Type.Number({ ...number, wrongType: NUMBER_RULE }),
    `The ${measure} of the file in ${isWhole ? 'pixels' : 'seconds'}, at ${end === 'min' ? 'least' : 'most'}.`,
    isWhole ? 1920 : 12.5
  ))
}

const filters = {
  q: Type
    .Optional(described(
      { ...Text, maxLength: 1000 },
      'Words that must all occur, in the title, the description, the category, the tags, the external id, the original file name, a searchable custom field, or what the file says of itself. `"two words"` stand next to each other, `-word` must not occur, `inter*` is how a word begins.',
      'inter* -draft'
    )),
  type: Type
    .Optional(described(Type.Array(OneOf(['asset', 'project']), { wrongType: TEXT_LIST_RULE }), 'Of several, any.', [
      'asset'
    ])),
  category: values('Exact.', 'interview'),
  owner: values('Exact: an e-mail.', samples.email),
  status: values('Exact.', 'open'),
  media_type: values('Exact. Projects have `project`.', 'placeholder', 'live'),
  tag: values('Exact.', 'raw', '4k'),
  all_tags: Type
    .Optional(described(Type.Array(Text, { maxItems: 1000, wrongType: TEXT_LIST_RULE }), 'Exact. Of several, all.', [
      'raw'
    ])),
  project_id: Type.Optional(described(Text, 'Id of a project: what is directly in it. `none`: what is in no project.', samples.projectId)),
  within: Type.Optional(described(Text, 'Id of a project: what is in it at any depth, itself left out.', samples.projectId)),
  media_status: Type.Optional(described(
    Type.Array(OneOf(mediaStatuses), { wrongType: TEXT_LIST_RULE }),
    'How the newest file of an asset stands; projects have none of these. Of several, any.',
    ['none', 'pending']
  )),
  external_id: Type.Optional(described(Text, 'Exact.', samples.externalId)),
  checksum: Type
    .Optional(described(
      Text,
      'The SHA-256 of a ready file, in lower-case hexadecimal.',
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    )),
  content_type: values('What is in the file, whatever it is called; `image/*` for all pictures.', 'image/jpeg'),
  ...Object.fromEntries(measures.flatMap((measure) => ['min', 'max'].map((end) => [`${end}_${measure}`, measureOf(measure, end)]))),
  deleted: Type
    .Optional(described(
      OneOf(['false', 'true', 'any']),
      '`true` looks through the trash bin. `false` if it is not sent.',
      'false'
    )),
  created_from: moment('Created then or later.', '2026-01-01'),
  created_to: moment('Created before.', '2027-01-01'),
  modified_from: moment('Modified then or later.', '2026-01-15T09:00:00Z'),
  modified_to: moment('Modified before.', '2026-01-16T00:00:00+01:00'),
  sort: Type.Optional(described(OneOf(sorts), 'Newest modification first if it is not sent. `relevance` goes with `q`. Ties are ordered by id.', '-modified_date')),
  facets: Type.Optional(described(
    Type.Array(Text, { wrongType: TEXT_LIST_RULE }),
    `Counts the values of ${facetNames.map((name) => `\`${name}\``).join(', ')}, and \`field.<id>\` of a dropdown or boolean field.`,
    ['category', 'tag']
  )),
  total: Type.Optional(described(Type.Boolean({ wrongType: FLAG_RULE }), 'Counts what is found.', true)),
  limit: Type
    .Optional(described(
      Type.Integer({ minimum: 1, maximum: 1000, wrongType: LIMIT_RULE }),
      'So many items at most. 100 if it is not sent.',
      50
    )),
  cursor: Type
    .Optional(described(
      Text,
      'Where the page begins: taken from the `Link` header of the page before. It goes with the same search only.',
      'WyJkaWdlc3QiLDE3Njg0NzMwNzIsImlkIl0'
    ))
}

/**
 * The examples of a query are looked at one by one. A body is sent as it stands: with what finds the examples of items.
 */
const inBody: Record<string, unknown> = { q: 'inter* -draft', all_tags: ['raw'], limit: 50 }
const withExamples = (properties: TProperties) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, { examples, ...schema }]) =>
      [name, name in inBody ? { ...schema, examples: [inBody[name]] } : schema])
  ) as TProperties

const { type: _type, ...ofAssets } = filters

export const SearchQuery: TObject = Type.Object(filters)
export const SearchAssetsQuery: TObject = Type.Object(ofAssets)
const inBodyOnly = {
  ...filters,
  deleted: Type.Optional(described(
    Type.Union([Type.Boolean(), Type.Literal('any')]),
    '`true` looks through the trash bin, `"any"` everywhere. `false` if it is not sent.',
    false
  ))
}
export const SearchBody = Type.Unsafe<unknown>(Type.Object(withExamples(inBodyOnly), { additionalProperties: true }))

export const FIELDS_TEXT =
  'Custom fields are parameters, too: `field.<id>` is the exact value of one, of several any; `field.<id>.from` and `field.<id>.to` go with dates and datetimes. They must be searchable.'
export const STRICT_TEXT =
  'Parameters are strict: one that is not known is refused. Values of a list are repeated: `tag=raw&tag=4k`.'

const facetsExample = {
  category: [{ value: 'interview', count: 1 }],
  tag: [{ value: '4k', count: 1 }, { value: 'raw', count: 1 }]
}

const counts = {
  facets: Type.Optional(described(Type.Unsafe<object>({
    type: 'object',
    additionalProperties: Type.Array(Type.Object({
      value: described(Type.Union([text, Type.Boolean()]), 'The value.', 'interview'),
      count: described(Type.Integer(), 'So many items have it.', 1)
    }))
  }), 'Where they were asked for: the 50 most frequent values of each, then by value.')),
  total: Type.Optional(described(Type.Integer(), 'Where it was asked for: how many items are found.')),
  complete: Type
    .Optional(described(Type.Literal(false), 'There where `facets` and `total` count the 10,000 newest hits only.'))
}

const Result = Type.Object({
  type: described(choice(['asset', 'project']), 'What was found.', 'asset'),
  asset: Type.Optional(Asset),
  project: Type.Optional(Project)
})

const asset = wholeExample(Asset)

export const SearchReply = Type.Unsafe<object>(Type.Object({ results: Type.Array(Result), ...counts }, {
  description: 'A page of what is found.',
  examples: [{ results: [{ type: 'asset', asset }], facets: facetsExample, total: 1 }]
}))

export const SearchAssetsReply = Type.Unsafe<object>(Type.Object({ assets: Type.Array(Asset), ...counts }, {
  description: 'A page of what is found.',
  examples: [{ assets: [asset] }]
}))
