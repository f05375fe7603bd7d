import fp from 'fastify-plugin'
import { compileSerializer } from '../../src/http/serialization.js'
import { compileValidator } from '../../src/http/validation.js'

/** Parameters are checked as the contract says, without coercion. Answers hold what their schemas list. */
export default fp(async function validation (app) {
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
}, { name: 'validation' })
