import { Type, type TSchema } from '@sinclair/typebox'
import { CURSOR_DESCRIPTION } from '../http/list.js'
import { MOST_ELEMENTS } from '../http/rules.js'
import { described, OneOf, Ruled, Text } from '../http/schemas.js'
import { choices, flag, parameter, values, type Rule, type SearchParameter } from '../http/search-parameters.js'
import { included } from '../included/included.js'
import { descriptions } from '../openapi/descriptions.js'
import { samples } from '../openapi/samples.js'
import { addedFilters } from './added.js'
import { measures, type Measure } from './number-terms.js'
import {
  areIncluded, areValues, facetNames, isCursor, isFacetList, isFlagOrAny, isLimit, isMissingList, isMoment, isNumber,
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
  one(described(Text, `${description} ISO 8601; a date means its first moment in UTC.`, example), isMoment)
function measure (name: Measure, end: 'min' | 'max'): [string, SearchParameter] {
  const isWhole = name !== 'duration'
  const bounds = { minimum: 0, maximum: LARGEST_NUMBER }
  return [`${end}_${name}`, parameter(
    described(
      isWhole ? Type.Integer(bounds) : Type.Number(bounds),
      `${end === 'min' ? 'Minimum' : 'Maximum'} ${name} of the file in ${isWhole ? 'pixels' : 'seconds'}.`,
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
      'Search words. All of them must occur in the title, the description, the category, the tags, the external id, the original file name, a searchable custom field, or the embedded metadata of the file. `"two words"` is a phrase, `-word` excludes a word, and `inter*` is the beginning of a word.',
      'inter* -draft'
    ),
    isWords
  ),
  type: choices(['asset', 'project'], `Type of the items. ${descriptions.oneMustMatch}`, ['asset']),
  category: values(`Category: exact match. ${descriptions.oneMustMatch}`, ['interview']),
  owner: values(`E-mail address of the owner: exact match. ${descriptions.oneMustMatch}`, [samples.email]),
  status: values(`Status: exact match. ${descriptions.oneMustMatch}`, ['open']),
  media_type: values(`Media type: exact match. Projects have \`project\`. ${descriptions.oneMustMatch}`, ['placeholder', 'live']),
  tag: values(`Tag: exact match. ${descriptions.oneMustMatch}`, ['raw', '4k']),
  all_tags: values(`Tag: exact match. ${descriptions.allMustMatch}`, ['raw']),
  project_id: text('Id of a project, to find items directly in it. `none` finds items that are in no project.', samples.projectId),
  within: text('Id of a project, to find items below it at any depth. The project itself is not found.', samples.projectId),
  media_status: choices(
    mediaStatuses,
    `Status of the newest file of an asset. Projects have none. ${descriptions.oneMustMatch}`,
    ['none', 'pending']
  ),
  missing: parameter(
    described(
      Type.Array(Text),
      `Empty property: ${missable.map((name) => `\`${name}\``).join(', ')}, or \`field.<id>\` of a searchable field. ${descriptions.allMustMatch}`,
      ['tags', 'description']
    ),
    isMissingList
  ),
  external_id: text('External id: exact match.', samples.externalId),
  checksum: text(
    'SHA-256 of a ready file, in lower-case hexadecimal.',
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  ),
  deleted: parameter(
    described(
      OneOf(['false', 'true', 'any']),
      descriptions.searchDeleted,
      'false'
    ),
    isFlagOrAny,
    described(
      Type.Union([Type.Boolean(), Type.Literal('any')]),
      descriptions.searchDeleted,
      false
    )
  ),
  content_type: values(`Detected content type of the file. \`image/*\` finds all pictures. ${descriptions.oneMustMatch}`, [
    'image/jpeg'
  ]),
  ...Object.fromEntries(measures.flatMap((name) => [measure(name, 'min'), measure(name, 'max')])),
  created_from: moment('Creation at this time or later.', '2026-01-01'),
  created_to: moment('Creation before this time.', '2027-01-01'),
  modified_from: moment('Last change at this time or later.', '2026-01-15T09:00:00Z'),
  modified_to: moment('Last change before this time.', '2026-01-16T00:00:00+01:00'),
  ...addedFilters
}

/** What comes with the assets: also for lists that are no searches. */
export const IncludeList = Ruled(described(Type.Array(OneOf(included)), descriptions.included, ['media']), areIncluded)

/** Parameters of the answer. */
export const views: Readonly<Record<string, SearchParameter>> = {
  sort: one(
    described(
      OneOf(sorts),
      'Order of the items. By default, the last changed items come first. `relevance` needs `q`. Items that are equal in this order are ordered by id.',
      '-modified_date'
    ),
    isOneOf(sorts)
  ),
  facets: parameter(
    described(
      Type.Array(Text),
      `Properties whose values are counted: ${facetNames.map((name) => `\`${name}\``).join(', ')}, and \`field.<id>\` of a dropdown or boolean field.`,
      ['category', 'tag']
    ),
    isFacetList
  ),
  total: flag('`true` adds the number of items found to the answer. It counts up to 10,000 items.', true),
  include: { query: IncludeList, body: IncludeList },
  limit: parameter(
    described(
      Type.Integer({ minimum: 1, maximum: LARGEST_PAGE }),
      'Maximum number of items, 100 by default.',
      50
    ),
    isLimit
  ),
  cursor: one(
    described(
      Text,
      `${CURSOR_DESCRIPTION} It is valid only for the same search.`,
      'WyJkaWdlc3QiLDE3Njg0NzMwNzIsImlkIl0'
    ),
    isCursor
  )
}

/** Replaces `sort` in searches without words. */
export const plainSort = one(Type.String(), isOneOf(plainSorts))

const fieldEnd = (end: 'from' | 'to', description: string, example: string) => one(
  described(Text, `${description} ISO 8601. \`<id>\` is the id of a searchable field of the type date or datetime: \`field.3.${end}\`.`, example),
  isPlainText
)

/** Filters by custom fields. `<id>` in their names stands for the id of a field. */
export const fieldFilters = {
  'field.<id>': parameter(
    described(
      Type.Array(Text, { maxItems: MOST_ELEMENTS }),
      `Value of a custom field: exact match. \`<id>\` is the id of a searchable field: \`field.3\`. ${descriptions.oneMustMatch}`,
      ['Berlin']
    ),
    areValues,
    described(
      Type.Union([Text, Type.Boolean(), Type.Array(Type.Union([Text, Type.Boolean()]), { maxItems: MOST_ELEMENTS })]),
      `Value of a custom field: exact match. \`<id>\` is the id of a searchable field: \`field.3\`. ${descriptions.oneMustMatch}`,
      'Berlin'
    )
  ),
  'field.<id>.from': fieldEnd('from', 'Value of a custom field at this time or later.', '2026-01-15'),
  'field.<id>.to': fieldEnd('to', 'Value of a custom field before this time.', '2026-01-16')
} satisfies Readonly<Record<string, SearchParameter>>
