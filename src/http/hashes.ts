import { Kind, Type, TypeRegistry } from '@sinclair/typebox'
import { DEEPEST_WRITTEN, isNestedDeeper } from '../basics/json-depth.js'

// One loop for a whole list: a body has room for 350,000 empty objects.
/** Whether a value is a JSON object. */
export const isHash = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isHashList = (value: unknown) => Array.isArray(value) && value.every(isHash)
// What is stored is written as JSON again.
TypeRegistry.Set('HashList', (_schema, value) => isHashList(value) && !isNestedDeeper(value, DEEPEST_WRITTEN + 1))
TypeRegistry.Set('CustomFields', (_schema, value) => isHash(value) || isHashList(value))

const hash = { type: 'object', additionalProperties: true }

/** An array of JSON objects, of which none is nested deeper than can be stored. */
export const HashList = Type.Unsafe<Array<Record<string, unknown>>>({
  [Kind]: 'HashList', type: 'array', items: hash, wrongType: 'Must be an array of Hash'
})

/** `custom_fields`: an object, or an array of objects. */
export const CustomFields = Type.Unsafe<Record<string, unknown> | Array<Record<string, unknown>>>({
  [Kind]: 'CustomFields', anyOf: [hash, { type: 'array', items: hash }], wrongType: 'Must be an array of any type'
})
