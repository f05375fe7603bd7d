import fp from 'fastify-plugin'
import { compileSerializer } from '../../src/http/serialization.js'
import { compileValidator } from '../../src/http/validation.js'

/** Checks parameters by the contract, without coercion. Answers hold what their schemas list. */
export default fp(async function validation (app) {
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
}, { name: 'validation' })
