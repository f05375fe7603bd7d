import type { TSchema } from '@sinclair/typebox'
import fastJsonStringify = require('fast-json-stringify')
import type { FastifySerializerCompiler } from 'fastify'

type Serializer = (data: unknown) => string

const compiled = new WeakMap<TSchema, Serializer>()

/**
 * Writes answers by their schema. It is compiled with the first answer that needs it, and once for all routes that name
 * it: most routes give most of their refusals never, and to compile them all would be a good part of the start.
 */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let serialize: Serializer | undefined
  return (data) => (serialize ??= serializerOf(schema))(data)
}

function serializerOf (schema: TSchema): Serializer {
  let serializer = compiled.get(schema)
  if (serializer === undefined) compiled.set(schema, serializer = fastJsonStringify(schema) as Serializer)
  return serializer
}
