import fp from 'fastify-plugin'
import { DAY_MS } from '../../src/basics/units.js'
import { publicPath } from '../../src/process/config.js'

const PATH = '/.well-known/security.txt'
/** It is written with each request, so that it never expires while the service runs. */
const VALID_MS = 90 * DAY_MS

/** Whom to tell of a weakness (RFC 9116), if SECURITY_CONTACT says it. */
export default fp(async function securityContact (app) {
  const { SECURITY_CONTACT: contact, PUBLIC_URL: url } = app.config
  if (contact === undefined) return
  // The file counts for a whole host, at whose root it must be.
  const canonical = url !== undefined && publicPath(app.config) === '' ? [`Canonical: ${url}${PATH}`] : []

  app.get(PATH, { config: { public: true }, schema: { hide: true } }, async function sayContact (_request, reply) {
    const expires = new Date(Date.now() + VALID_MS).toISOString().replace(/\.\d+/, '')
    const lines = [`Contact: ${contact}`, `Expires: ${expires}`, ...canonical]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}, { name: 'security-contact', dependencies: ['config'] })
