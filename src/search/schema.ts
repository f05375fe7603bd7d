import { Type, type TSchema } from '@sinclair/typebox'
import { described, OneOf, Text } from '../http/schemas.js'
import {
  choices, flag, parameter, values, type Rule, type SearchParameter
} from '../http/search-parameters.js'
import { samples } from '../openapi/samples.js'
import { addedFilters } from './added.js'
import { measures, type Measure } from './number-terms.js'
import {
  areValues, facetNames, included, isCursor, isFacetList, isFlagOrAny, isLimit, isMissingList, isMoment, isNumber,
  isOneOf, isPlainText, isWords, LARGEST_NUMBER, mediaStatuses, plainSorts, sorts
} from './rules.js'
import { missable } from './terms.js'

const LARGEST_PAGE = 1000

const one = (shown: TSchema, rule: Rule): SearchParameter => parameter(shown, () => rule)
const text = (description: string, example: string) => {
  const schema = described(Text, description, example)
  return { query: schema, body: schema }
}
const moment = (description: string, example: string) =>
  one(described(Text, `${description} ISO 8601; a date is its first moment in UTC.`, example), isMoment)
function measure (name: Measure, end: 'min' | 'max'): [string, SearchParameter] {
  const isWhole = name !== 'duration'
  const bounds = { minimum: 0, maximum: LARGEST_NUMBER }
  return [`${end}_${name}`, parameter(
    described(
      isWhole ? Type.Integer(bounds) : Type.Number(bounds),
      `The ${name} of the file in ${isWhole ? 'pixels' : 'seconds'}, at ${end === 'min' ? 'least' : 'most'}.`,
      isWhole ? 1920 : 12.5
    ),
    (isTyped) => isNumber(isTyped, isWhole)
  )]
}

/** The filters, in the order in which invalid ones are reported. Custom fields come after them. */
export const filters: Readonly<Record<string, SearchParameter>> = {
  q: one(
    described(
      { ...Text, maxLength: 1000 },
      'Words that must all occur, in the title, the description, the category, the tags, the external id, the original file name, a searchable custom field, or what the file says of itself. `"two words"` stand next to each other, `-word` must not occur, `inter*` is how a word begins.',
      'inter* -draft'
    ),
    isWords
  ),
  type: choices(['asset', 'project'], 'Of several, any.', ['asset']),
  category: values('Exact. Of several, any.', ['interview']),
  owner: values('Exact: an e-mail. Of several, any.', [samples.email]),
  status: values('Exact. Of several, any.', ['open']),
  media_type: values('Exact. Projects have `project`. Of several, any.', ['placeholder', 'live']),
  tag: values('Exact. Of several, any.', ['raw', '4k']),
  all_tags: values('Exact. Of several, all.', ['raw']),
  project_id: text('Id of a project: what is directly in it. `none`: what is in no project.', samples.projectId),
  within: text('Id of a project: what is in it at any depth, itself left out.', samples.projectId),
  media_status: choices(
    mediaStatuses,
    'How the newest file of an asset stands; projects have none of these. Of several, any.',
    ['none', 'pending']
  ),
  missing: parameter(
    described(
      Type.Array(Text),
      `What is empty: ${missable.map((name) => `\`${name}\``).join(', ')}, or \`field.<id>\` of a searchable field. Of several, all.`,
      ['tags', 'description']
    ),
    isMissingList
  ),
  external_id: text('Exact.', samples.externalId),
  checksum: text(
    'The SHA-256 of a ready file, in lower-case hexadecimal.',
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  ),
  deleted: parameter(
    described(
      OneOf(['false', 'true', 'any']),
      '`true` looks through the trash bin. `false` if it is not sent.',
      'false'
    ),
    isFlagOrAny,
    described(
      Type.Union([Type.Boolean(), Type.Literal('any')]),
      '`true` looks through the trash bin, `"any"` everywhere. `false` if it is not sent.',
      false
    )
  ),
  content_type: values('What is in the file, whatever it is called; `image/*` for all pictures. Of several, any.', [
    'image/jpeg'
  ]),
  ...Object.fromEntries(measures.flatMap((name) => [measure(name, 'min'), measure(name, 'max')])),
  created_from: moment('Created then or later.', '2026-01-01'),
  created_to: moment('Created before.', '2027-01-01'),
  modified_from: moment('Modified then or later.', '2026-01-15T09:00:00Z'),
  modified_to: moment('Modified before.', '2026-01-16T00:00:00+01:00'),
  ...addedFilters
}

/** Parameters of the answer. */
export const views: Readonly<Record<string, SearchParameter>> = {
  sort: one(
    described(
      OneOf(sorts),
      'Newest modification first if it is not sent. `relevance` goes with `q`. Ties are ordered by id.',
      '-modified_date'
    ),
    isOneOf(sorts)
  ),
  facets: parameter(
    described(
      Type.Array(Text),
      `Counts the values of ${facetNames.map((name) => `\`${name}\``).join(', ')}, and \`field.<id>\` of a dropdown or boolean field.`,
      ['category', 'tag']
    ),
    isFacetList
  ),
  total: flag('Counts what is found.', true),
  include: one(
    described(
      OneOf(included),
      '`media`: each asset with its files, as its own list has them, with URLs. Of very many files the oldest thousand.',
      'media'
    ),
    isOneOf(included)
  ),
  limit: parameter(
    described(
      Type.Integer({ minimum: 1, maximum: LARGEST_PAGE }),
      'So many items at most. 100 if it is not sent.',
      50
    ),
    isLimit
  ),
  cursor: one(
    described(
      Text,
      'Where the page begins: taken from the `Link` header of the page before. It goes with the same search only.',
      'WyJkaWdlc3QiLDE3Njg0NzMwNzIsImlkIl0'
    ),
    isCursor
  )
}

/** Replaces `sort` in searches without words. */
export const plainSort = one(Type.String(), isOneOf(plainSorts))

/** The values of a custom field, or one end of a span. */
export const fieldValues = parameter(Type.Unknown(), areValues)
export const fieldEnd = one(Text, isPlainText)
