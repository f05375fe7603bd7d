import { Type, type TObject, type TProperties } from '@sinclair/typebox'
import { described } from '#src/http/schemas.js'
import type { Tag } from '#src/openapi/tags.js'
import type { SearchParameter } from '#src/http/search-parameters.js'
import { filters, views } from '#src/search/schema.js'
import { wholeExample } from '../examples.js'
import { AnalysedMediaFile } from '../assets/_asset_id/media/schemas.js'
import { Asset, Project } from '../schemas.js'

export const searchTag: Tag = {
  name: 'Search',
  description: 'Finds assets and projects by words, by what they have, and by when they changed.',
  position: 30
}

const text = Type.String()
const choice = (names: readonly string[]) => Type.Unsafe<string>({ type: 'string', enum: [...names] })

function shown (form: keyof SearchParameter, parameters: Readonly<Record<string, SearchParameter>>): TProperties {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, Type.Optional(parameter[form])])
  )
}

/**
 * Examples of a query are tried one by one. The example of a body is sent as a whole, so it must find the example
 * items.
 */
const inBody: Record<string, unknown> = { q: 'inter* -draft', all_tags: ['raw'], limit: 50 }
const withExamples = (properties: TProperties) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, { examples, ...schema }]) =>
      [name, name in inBody ? { ...schema, examples: [inBody[name]] } : schema])
  ) as TProperties

const { type: _type, ...ofAssets } = { ...filters, ...views }

export const SearchQuery: TObject = Type.Object(shown('query', { ...filters, ...views }))
export const SearchAssetsQuery: TObject = Type.Object(shown('query', ofAssets))
export const SearchBody = Type.Unsafe<unknown>(
  Type.Object(withExamples(shown('body', { ...filters, ...views })), { additionalProperties: true })
)

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

/** An asset in a list that may show its files with it. */
export const ListedAsset = Type.Object({
  ...Asset.properties,
  media: Type.Optional(described(
    Type.Array(AnalysedMediaFile), 'With `include=media`: its files, oldest first, with their URLs; the first thousand.'
  ))
}, { title: 'ListedAsset' })

const Result = Type.Object({
  type: described(choice(['asset', 'project']), 'What was found.', 'asset'),
  asset: Type.Optional(ListedAsset),
  project: Type.Optional(Project)
})

const asset = wholeExample(Asset)

export const SearchReply = Type.Unsafe<object>(Type.Object({ results: Type.Array(Result), ...counts }, {
  description: 'A page of what is found.',
  examples: [{ results: [{ type: 'asset', asset }], facets: facetsExample, total: 1 }]
}))

export const SearchAssetsReply = Type.Unsafe<object>(Type.Object({ assets: Type.Array(ListedAsset), ...counts }, {
  description: 'A page of what is found.',
  examples: [{ assets: [asset] }]
}))
