// What became of the schemas of the API document. Of a request whatever was accepted has to be accepted still; of an
// answer whatever was there has to be there still, with the same types. What is added is no change here.
import { isDeepStrictEqual } from 'node:util'

/** Of a request none of them gets smaller, or appears. */
const minima = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const maxima = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const forms = ['pattern', 'format', 'multipleOf', 'uniqueItems']

/**
 * @typedef {'request' | 'answer'} Direction
 * @typedef {{ before: any, after: any, direction: Direction, where: string }} Pair two schemas of the same place
 */

/**
 * Makes the comparison of the schemas of two documents: of a pair it finds the changes that break somebody, a sentence
 * each.
 * @param {any} before
 * @param {any} after
 * @returns {(pair: Pair) => string[]}
 */
export function createComparison (before, after) {
  /** By the names of both components. While one is compared it counts as equal: it may contain itself. */
  const known = new Map()

  function compare (pair) {
    const { direction } = pair
    const names = [pair.before, pair.after].map((schema) => nameOf(schema?.$ref))
    if (names.every((name) => name === undefined)) return compareContents(pair)
    const contents = {
      direction,
      before: resolve(before, pair.before),
      after: resolve(after, pair.after),
      // A component is used in many places, and its changes are said once.
      where: names[0] === undefined ? pair.where : `${names[0]}, in ${direction}s`
    }
    if (names.includes(undefined)) return compareContents(contents)
    const key = [direction, ...names].join(' ')
    if (!known.has(key)) {
      known.set(key, [])
      known.set(key, compareContents(contents))
    }
    return known.get(key)
  }

  function compareContents (pair) {
    if (isDeepStrictEqual(pair.before, pair.after) && !contains(pair.before, '$ref')) return []
    const [ofBefore, ofAfter] = [variantsOf(pair.before ?? {}, before), variantsOf(pair.after ?? {}, after)]
    if (ofBefore.length > 1 || ofAfter.length > 1) return compareVariants(pair, ofBefore, ofAfter)
    const one = { ...pair, before: ofBefore[0], after: ofAfter[0] }
    if (one.before.$ref !== undefined || one.after.$ref !== undefined) return compare(one)
    return [...compareValues(one), ...compareBounds(one), ...compareProperties(one), ...compareParts(one)]
  }

  /** Each variant that there was has to fit one that there is. Answers get no type that they had not. */
  function compareVariants ({ direction, where }, ofBefore, ofAfter) {
    const typesIn = (variants, document) => variants.flatMap((variant) => typesOf(resolve(document, variant)))
    const oldTypes = typesIn(ofBefore, before)
    const added = direction === 'answer' && oldTypes.length > 0
      ? typesIn(ofAfter, after).filter((type) => !accepts(oldTypes, type))
      : []
    return [
      ...ofBefore.flatMap((variant) => {
        const compareWith = (other) => compare({ before: variant, after: other, direction, where })
        const name = nameOf(variant.$ref)
        const named = ofAfter.find((other) => name !== undefined && nameOf(other.$ref) === name)
        if (named !== undefined) return compareWith(named)
        if (ofAfter.some((other) => compareWith(other).length === 0)) return []
        const alike = onlyOneLike(variant, ofBefore, ofAfter)
        return alike === undefined ? [`${where}: ${name ?? describe(variant)} is gone`] : compareWith(alike)
      }),
      ...added.map((type) => `${where}: may be ${type} now`)
    ]
  }

  function compareProperties ({ before, after, direction, where }) {
    const { properties: old = {}, required: oldRequired = [] } = before
    const { properties: present = {}, required = [] } = after
    const changes = Object.entries(old).flatMap(([name, schema]) => name in present
      ? compare({ before: schema, after: present[name], direction, where: inside(where, name) })
      : [`${where}: ${name} is gone`])
    const missing = direction === 'request'
      ? required.filter((name) => !oldRequired.includes(name)).map((name) => `${where}: ${name} is required now`)
      : oldRequired.filter((name) => name in present && !required.includes(name))
        .map((name) => `${where}: ${name} may be absent now`)
    return [...changes, ...missing]
  }

  /** What has no name of its own: items, and the values of names that are not known. */
  function compareParts ({ before, after, direction, where }) {
    const { additionalProperties: old = true, patternProperties: oldPatterns = {} } = before
    const { additionalProperties = true, patternProperties = {} } = after
    const parts = [
      [before.items, after.items, `${where}[]`],
      ...typeof old === 'object' && typeof additionalProperties === 'object'
        ? [[old, additionalProperties, inside(where, '*')]]
        : [],
      ...Object.keys(oldPatterns).filter((name) => name in patternProperties)
        .map((name) => [oldPatterns[name], patternProperties[name], inside(where, name)])
    ].filter(([one, other]) => one !== undefined && other !== undefined)
    const isClosed = direction === 'request' && old !== false && additionalProperties === false
    return [
      ...parts.flatMap(([one, other, where]) => compare({ before: one, after: other, direction, where })),
      ...isClosed ? [`${where}: other keys are refused now`] : [],
      ...Object.keys(oldPatterns).filter((name) => !(name in patternProperties))
        .map((name) => `${where}: ${name} is gone`)
    ]
  }

  return (pair) => [...new Set(compare(pair))]
}

/** Types, and the values of an enum. */
function compareValues ({ before, after, direction, where }) {
  const [old, present] = [valuesOf(before), valuesOf(after)]
  if (old !== undefined && present !== undefined) {
    return old.filter((value) => !present.includes(value)).map((value) => `${where}: the value ${value} is gone`)
  }
  if (direction === 'request' && present !== undefined) return [`${where}: has to be ${present.join(' or ')} now`]
  const [oldTypes, types] = [typesOf(before), typesOf(after)]
  const [wide, narrow] = direction === 'request' ? [types, oldTypes] : [oldTypes, types]
  const isWithin = wide.length === 0 || (narrow.length > 0 && narrow.every((type) => accepts(wide, type)))
  return isWithin ? [] : [`${where}: the type was ${listed(oldTypes)}, and is ${listed(types)}`]
}

function compareBounds ({ before, after, direction, where }) {
  if (direction === 'answer') return []
  const narrower = [
    ...minima.filter((name) => (after[name] ?? -Infinity) > (before[name] ?? -Infinity)),
    ...maxima.filter((name) => (after[name] ?? Infinity) < (before[name] ?? Infinity)),
    ...forms.filter((name) => after[name] !== undefined && after[name] !== before[name])
  ]
  return narrower.map((name) => `${where}: ${name} was ${before[name] ?? 'not there'}, and is ${after[name]}`)
}

/** The alternatives of a schema. Those that are values alone are one, an enum. */
function variantsOf (schema, document) {
  const { anyOf, oneOf = anyOf, discriminator, description, examples, ...shared } = schema
  if (oneOf === undefined) {
    const isSplit = Array.isArray(schema.type) && valuesOf(schema) === undefined
    return isSplit ? schema.type.map((type) => ({ ...schema, type })) : [schema]
  }
  const whole = Object.keys(shared).length === 0
    ? oneOf
    : oneOf.map((variant) => ({ ...shared, ...resolve(document, variant) }))
  const values = whole.flatMap((variant) => valuesOf(variant) ?? [])
  return [...whole.filter((variant) => valuesOf(variant) === undefined), ...values.length > 0 ? [{ enum: values }] : []]
}

/** The variant that has the form of this one, if neither side has two of it. */
function onlyOneLike (variant, ofBefore, ofAfter) {
  const isEnum = (schema) => valuesOf(schema) !== undefined
  const isLike = (other) => isEnum(other) === isEnum(variant) && other.type === variant.type &&
    other.$ref === undefined && variant.$ref === undefined
  const [alike, another] = ofAfter.filter(isLike)
  return another === undefined && ofBefore.filter(isLike).length === 1 ? alike : undefined
}

function valuesOf ({ enum: values, const: value }) {
  return values ?? (value === undefined ? undefined : [value])
}

function typesOf (schema) {
  const values = valuesOf(schema)
  if (values === undefined) return [schema.type ?? []].flat()
  return [...new Set(values.map((value) =>
    value === null ? 'null' : Number.isInteger(value) ? 'integer' : typeof value))]
}

const accepts = (types, type) => types.includes(type) || (type === 'integer' && types.includes('number'))
const listed = (types) => types.length === 0 ? 'any' : types.join(' or ')
const describe = (schema) => schema.title ?? valuesOf(schema)?.join(' or ') ?? `a form (${listed(typesOf(schema))})`
const inside = (where, name) => `${where}, ${name}`
const nameOf = (ref) => ref?.slice(ref.lastIndexOf('/') + 1)

function contains (value, key) {
  if (typeof value !== 'object' || value === null) return false
  return key in value || Object.values(value).some((part) => contains(part, key))
}

/**
 * What a reference leads to; anything else is itself.
 * @param {any} document
 * @param {any} value
 * @returns {any}
 */
export function resolve (document, value) {
  if (value?.$ref === undefined) return value
  const names = value.$ref.split('/').slice(1)
  return resolve(document, names.reduce((part, name) => part[name.replaceAll('~1', '/').replaceAll('~0', '~')], document))
}
