import fp from 'fastify-plugin'
import { compileValidator } from '../src/http/validation.js'

/** Parameters are checked as the contract says, without coercion. */
export default fp(async function validation (app) {
  app.setValidatorCompiler(compileValidator)
}, { name: 'validation' })
