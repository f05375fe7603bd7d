import { Kind, Type, TypeRegistry } from '@sinclair/typebox'

/** Whether a value is a JSON object. */
export const isHash = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isHashList = (value: unknown) => Array.isArray(value) && value.every(isHash)
TypeRegistry.Set('HashList', (_schema, value) => isHashList(value))
TypeRegistry.Set('CustomFields', (_schema, value) => isHash(value) || isHashList(value))

const hash = { type: 'object', additionalProperties: true }

/** An array of JSON objects. */
export const HashList = Type.Unsafe<Array<Record<string, unknown>>>({
  [Kind]: 'HashList', type: 'array', items: hash, wrongType: 'Must be an array of Hash'
})

/** `custom_fields`: an object, or an array of objects. */
export const CustomFields = Type.Unsafe<Record<string, unknown> | Array<Record<string, unknown>>>({
  [Kind]: 'CustomFields', anyOf: [hash, { type: 'array', items: hash }], wrongType: 'Must be an array of any type'
})
