import { setImmediate as turn } from 'node:timers/promises'
import fp from 'fastify-plugin'
import type { FastifyRequest } from 'fastify'
import { InvalidJson, UnsupportedContentType } from '../../src/core/errors.js'
import { createTurns } from '../../src/core/turns.js'
import { parseBody } from '../../src/http/body.js'
import { createHeavyTurns, isHeavy } from '../../src/http/heavy-bodies.js'

/** A body of more characters has a turn of the event loop for itself. */
const LARGE = 64 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while the request keeps others with heavy bodies waiting. */
    endHeavyTurn: (() => void) | null
  }
}

/** JSON bodies, and no others. An empty body is no body, whatever Content-Type comes with it. */
export default fp(async function bodies (app) {
  const nextTurn = createTurns()
  const takeHeavyTurn = createHeavyTurns()
  app.decorateRequest('endHeavyTurn', null)
  app.removeAllContentTypeParsers()

  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string
    if (text === '') return done(null, undefined)
    if (text.length > LARGE) {
      parseLarge(request, text).then((parsed) => done(null, parsed), done)
      return
    }
    let parsed: unknown
    try {
      parsed = parse(text)
    } catch (error) {
      return done(error as Error)
    }
    done(null, parsed)
  })

  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    done(new UnsupportedContentType())
  })

  async function parseLarge (request: FastifyRequest, text: string): Promise<unknown> {
    await nextTurn()
    if (!isHeavy(text)) return parse(text)
    request.endHeavyTurn = await takeHeavyTurn(request.caller?.userId ?? 0, text.length)
    const parsed = parse(text)
    // To check it takes as long as to parse it.
    await turn()
    return parsed
  }

  app.addHook('onResponse', function endHeavyTurn (request, _reply, done) {
    request.endHeavyTurn?.()
    done()
  })
}, { name: 'bodies' })

function parse (text: string): unknown {
  try {
    return parseBody(text)
  } catch {
    throw new InvalidJson()
  }
}
