import { Kind, OptionalKind, type TObject, type TSchema } from '@sinclair/typebox'
import { TypeCompiler, type TypeCheck } from '@sinclair/typebox/compiler'
import { Value } from '@sinclair/typebox/value'
import type { FastifySchemaCompiler } from 'fastify'
import { InvalidParameter, MissingParameter, UnknownParameter } from '../errors.js'
import { inspect } from './inspect.js'
import { isHash } from './hashes.js'

/** Printed in place of a secret value. */
const HIDDEN = '"…"'

/**
 * Makes the contract's 422 of invalid parameters, here and nowhere else. The properties of a schema are in the order of
 * the contract's parameter list. Nothing is coerced, and unknown parameters are ignored unless the schema is strict.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const parameters = schema as TObject
  // Compiled with the first request, as compiling all schemas would slow down the start.
  let check: TypeCheck<TObject> | undefined
  const choices = Object.entries(parameters.properties)
    .filter(([, { notWith, onlyWith }]) => notWith !== undefined || onlyWith !== undefined)
  return (sent: unknown) => {
    const value = isHash(sent) ? sent : {}
    check ??= TypeCompiler.Compile(parameters)
    const isRefused = choices.some(([name, schema]) => ruleOfOthers(value, name, schema) !== undefined)
    if (!isRefused && check.Check(value)) return { value }
    return { error: firstFailure(parameters, value) }
  }
}

/** Missing parameters are reported before invalid ones, and these before unknown ones. */
function firstFailure (parameters: TObject, sent: Record<string, unknown>): Error {
  const declared = Object.entries(parameters.properties)
  for (const [name, schema] of declared) {
    if (!(OptionalKind in schema) && !Object.hasOwn(sent, name)) return new MissingParameter(name)
  }
  for (const [name, schema] of declared) {
    const value = sent[name]
    if (Object.hasOwn(sent, name) && !Value.Check(schema, value)) return invalid(name, schema, value)
    const rule = ruleOfOthers(sent, name, schema)
    if (rule !== undefined) return new InvalidParameter(name, inspect(value), rule)
  }
  const unknown = Object.keys(sent).find((name) => !Object.hasOwn(parameters.properties, name))
  if (parameters.additionalProperties === false && unknown !== undefined) return new UnknownParameter(unknown)
  throw new TypeError('The parameters fail as a whole and pass one by one: their schema must not have rules of its own.')
}

/** The rule that a sent parameter breaks because another one is there, or is not. */
function ruleOfOthers (sent: Record<string, unknown>, name: string, schema: TSchema): string | undefined {
  const { notWith, onlyWith } = schema
  if (!Object.hasOwn(sent, name)) return undefined
  if (notWith !== undefined && Object.hasOwn(sent, notWith)) return `Must not be sent with ${notWith}`
  return onlyWith === undefined || Object.hasOwn(sent, onlyWith) ? undefined : `Must be sent with ${onlyWith}`
}

/** The failures in the API document: for no parameters, and for the given value in each. */
export function exampleFailures (parameters: TObject, wrong: unknown): Error[] {
  const names = Object.keys(parameters.properties)
  const sent = [{}, Object.fromEntries(names.map((name) => [name, wrong]))]
  const failures = sent.filter((value) => !Value.Check(parameters, value))
    .map((value) => firstFailure(parameters, value))
  return parameters.additionalProperties === false ? [...failures, new UnknownParameter('nmae')] : failures
}

/** Throws InvalidParameter. */
export function requireValid (name: string, schema: TSchema, value: unknown): void {
  if (!Value.Check(schema, value)) throw invalid(name, schema, value)
}

function invalid (name: string, schema: TSchema, value: unknown): Error {
  return new InvalidParameter(name, schema.secret === true ? HIDDEN : inspect(value), ruleFor(schema, value))
}

/** The rule that an invalid value breaks. */
export function ruleFor (schema: TSchema, value: unknown): string {
  const rightType = schema[Kind] === 'String' && typeof value === 'string'
  const rule = schema.ruleOf?.(value) ?? (rightType ? schema.wrongValue : schema.wrongType)
  if (rule === undefined) {
    throw new TypeError('A parameter needs the rule that its 422 prints: see src/http/schemas.ts.')
  }
  return rule
}
