import { Type, type TObject, type TProperties } from '@sinclair/typebox'
import { described } from '#src/http/schemas.js'
import { Review } from '#src/included/review.js'
import { descriptions } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import type { SearchParameter } from '#src/http/search-parameters.js'
import { fieldFilters, filters, views } from '#src/search/schema.js'
import { wholeExample } from '../examples.js'
import { AnalysedMediaFile } from '#src/media/schema.js'
import { Asset, Project } from '../schemas.js'
import { MaybeThumbnail } from '../thumbnails.js'

export const searchTag: Tag = {
  name: 'Search',
  description: 'Searches find assets and projects by words, by their properties, and by the time of their changes.',
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

const { type: _type, ...ofAssets } = filters

const inQuery = (filters: Readonly<Record<string, SearchParameter>>) =>
  Type.Object({ ...shown('query', filters), ...shown('query', fieldFilters), ...shown('query', views) })

export const SearchQuery: TObject = inQuery(filters)
export const SearchAssetsQuery: TObject = inQuery(ofAssets)

/** `<id>` stands for a number: what is sent matches the pattern. */
const ofFields = Object.entries(shown('body', fieldFilters))
const patterns = ofFields.map(([name, { examples: _examples, ...schema }]) =>
  [`^${name.replaceAll('.', '\\.').replace('<id>', '\\d+')}$`, schema])

export const SearchBody = Type.Unsafe<unknown>({
  ...Type.Object(
    withExamples({ ...shown('body', { ...filters, ...views }), ...Object.fromEntries(ofFields) }),
    { additionalProperties: false }
  ),
  patternProperties: Object.fromEntries(patterns)
})

export const FIELDS_TEXT =
  'Searchable custom fields are parameters, too. `field.<id>` takes an exact value; if you send several values, one must match. `field.<id>.from` and `field.<id>.to` limit dates and datetimes.'
export const STRICT_TEXT =
  'Unknown parameters are refused. To send several values, repeat a parameter: `tag=raw&tag=4k`.'

const facetsExample = {
  category: [{ value: 'interview', count: 1 }],
  tag: [{ value: '4k', count: 1 }, { value: 'raw', count: 1 }]
}

const counts = {
  facets: Type.Optional(described(Type.Unsafe<object>({
    type: 'object',
    additionalProperties: Type.Array(Type.Object({
      value: described(Type.Union([text, Type.Boolean()]), 'Value of the property.', 'interview'),
      count: described(Type.Integer(), 'Number of items with this value.', 1)
    }))
  }), 'Counts for the requested facets: at most the 50 most frequent values of each. Values of the same count are ordered by value.')),
  total: Type.Optional(described(Type.Integer(), 'Number of items found, if it was requested.')),
  complete: Type
    .Optional(described(Type.Literal(false), '`false` if `facets` and `total` count only the 10,000 newest items found. Absent otherwise.'))
}

/** An asset in a list that may show its files with it. */
export const ListedAsset = Type.Object({
  ...Asset.properties,
  media: Type.Optional(described(
    Type.Array(AnalysedMediaFile), 'With `include=media`: files of the asset with their URLs, oldest first, at most 1,000.'
  )),
  review: Type.Optional({ ...Review, description: 'With `include=review`: what the review of the asset has come to.' })
}, { title: 'ListedAsset' })

/** A project in a list that may show its picture with it. */
export const ListedProject = Type.Object({
  ...Project.properties,
  thumbnail: Type.Optional(described(MaybeThumbnail, 'With `include=media`: picture of the project; null if there is none.'))
}, { title: 'ListedProject' })

const Result = Type.Object({
  type: described(choice(['asset', 'project']), descriptions.itemType, 'asset'),
  asset: Type.Optional(ListedAsset),
  project: Type.Optional(ListedProject)
})

const asset = wholeExample(Asset)

export const SearchReply = Type.Unsafe<object>(Type.Object({ results: Type.Array(Result), ...counts }, {
  description: descriptions.searchReply,
  examples: [{ results: [{ type: 'asset', asset }], facets: facetsExample, total: 1 }]
}))

export const SearchAssetsReply = Type.Unsafe<object>(Type.Object({ assets: Type.Array(ListedAsset), ...counts }, {
  description: descriptions.searchReply,
  examples: [{ assets: [asset] }]
}))
