import fp from 'fastify-plugin'
import { InvalidJson, UnsupportedContentType } from '../../src/core/errors.js'
import { parseBody } from '../../src/http/body.js'

/** JSON bodies, and no others. An empty body is no body, whatever Content-Type comes with it. */
export default fp(async function bodies (app) {
  app.removeAllContentTypeParsers()

  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      done(null, parseBody(body as string))
    } catch {
      done(new InvalidJson())
    }
  })

  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    done(new UnsupportedContentType())
  })
}, { name: 'bodies' })
