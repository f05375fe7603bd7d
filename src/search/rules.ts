import { CURSOR_RULE, isPageLimit, LIMIT_RULE } from '../http/list.js'
import { isText, LIST_RULE, MOST_ELEMENTS, mustBeOneOf, STRING_RULE } from '../http/rules.js'
import { flagOf, isList, LONG_LIST_RULE, type Rule } from '../http/search-parameters.js'
import { included, type Included } from '../included/included.js'
import { parseMoment } from './moments.js'
import { missable } from './terms.js'
import { parseWords } from './words.js'

export const LARGEST_NUMBER = 1_000_000_000

const WHOLE_NUMBER_RULE = `Must be a Integer from 0 to ${LARGEST_NUMBER}`
const NUMBER_RULE = `Must be a number from 0 to ${LARGEST_NUMBER}`
export const MOMENT_RULE = 'Must be an ISO 8601 date or time'

export const sorts = ['-modified_date', 'modified_date', '-created_date', 'created_date', 'title', '-title',
  'relevance'] as const
/** Relevance needs words. */
export const plainSorts = sorts.filter((sort) => sort !== 'relevance')
/** The status of the newest file of an asset. */
export const mediaStatuses = ['none', 'pending', 'ingesting', 'ready', 'failed', 'removed'] as const
export const facetNames = ['type', 'category', 'tag', 'owner', 'status', 'media_type'] as const
const FIELD_FORM = 'field.<id>'
const facetForms = [...facetNames, FIELD_FORM]
const missingForms = [...missable, FIELD_FORM]
const isFieldName = (name: string) => /^field\.\d+$/.test(name)

export const isOneOf = (names: readonly string[]): Rule => (value) =>
  names.includes(value as string) ? undefined : typeof value === 'string' ? mustBeOneOf(names) : STRING_RULE

/** One of them, or several. */
export const areIncluded: Rule = (value) => {
  const names = [value].flat()
  if (!names.every(isText)) return STRING_RULE
  return names.every((name) => included.includes(name as Included)) ? undefined : mustBeOneOf(included)
}

export const isWords: Rule = (value) => {
  const words = isText(value) ? parseWords(value) : { rule: STRING_RULE }
  return 'rule' in words ? words.rule : undefined
}

export const isPlainText: Rule = (value) => isText(value) ? undefined : STRING_RULE

export const isMoment: Rule = (value) =>
  !isText(value) ? STRING_RULE : parseMoment(value) === null ? MOMENT_RULE : undefined

export const isCursor: Rule = (value) => isText(value) ? undefined : CURSOR_RULE

export const isFacetList = (isTyped: boolean): Rule =>
  isList(isTyped, facetForms, (name) => facetNames.includes(name as 'tag') || isFieldName(name))

export const isMissingList = (isTyped: boolean): Rule =>
  isList(isTyped, missingForms, (name) => missable.includes(name as 'tags') || isFieldName(name))

/** Values of a custom field, any of several. Its type is not known yet. */
export const areValues = (isTyped: boolean): Rule => (value) => {
  const values = Array.isArray(value) ? value : [value]
  if (!values.every((one) => isText(one) || (isTyped && typeof one === 'boolean'))) return LIST_RULE
  return values.length > MOST_ELEMENTS ? LONG_LIST_RULE : undefined
}

/** A number from 0; of pixels an integer. */
export const isNumber = (isTyped: boolean, isWhole: boolean): Rule => (value) => {
  const written = isTyped && typeof value === 'number' ? String(value) : isTyped ? null : value
  const form = isWhole ? /^\d{1,10}$/ : /^\d{1,10}(?:\.\d{1,20})?$/
  if (typeof written === 'string' && form.test(written) && Number(written) <= LARGEST_NUMBER) return undefined
  return isWhole ? WHOLE_NUMBER_RULE : NUMBER_RULE
}

export const isLimit = (isTyped: boolean): Rule => (value) => {
  const isOfType = isTyped ? typeof value === 'number' : typeof value === 'string'
  return isOfType && isPageLimit(String(value)) ? undefined : LIMIT_RULE
}

export const isFlagOrAny = (isTyped: boolean): Rule => (value) =>
  value === 'any' || flagOf(value, isTyped) !== null ? undefined : mustBeOneOf(['false', 'true', 'any'])
