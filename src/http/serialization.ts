import type { TSchema } from '@sinclair/typebox'
import fastJsonStringify = require('fast-json-stringify')
import type { FastifySerializerCompiler } from 'fastify'

type Serializer = (data: unknown) => string

const compiled = new WeakMap<TSchema, Serializer>()

/**
 * Serialises answers by their schemas. A schema is compiled with its first answer, and once for all routes that use it:
 * most refusals are never sent, and compiling them all would take a large part of the start.
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
