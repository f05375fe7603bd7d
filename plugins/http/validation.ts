import fp from 'fastify-plugin'
import type { TObject } from '@sinclair/typebox'
import type { RouteOptions } from 'fastify'
import { NoParameters } from '../../src/http/schemas.js'
import { compileSerializer } from '../../src/http/serialization.js'
import { compileValidator } from '../../src/http/validation.js'

/**
 * Checks parameters by the contract, without coercion. Answers hold what their schemas list. A route that is strict in
 * its query, and has no body, is strict in its body too.
 */
export default fp(async function validation (app) {
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  app.addHook('onRoute', function refuseBody ({ method, schema, config }: RouteOptions) {
    const isStrict = (schema?.querystring as TObject | undefined)?.additionalProperties === false
    const hasBody = schema?.body !== undefined || config?.documented?.bodies !== undefined
    if (isStrict && !hasBody && method !== 'GET' && method !== 'HEAD') schema!.body = NoParameters
  })
}, { name: 'validation' })
