import fp from 'fastify-plugin'
import type { TObject } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { InvalidJson, UnsupportedContentType } from '../../src/errors.js'
import { digest } from '../../src/basics/secrets.js'
import { nextTurn } from '../../src/work/turns/next-turn.js'
import { parseBody } from '../../src/http/body.js'
import { createHeavyTurns, isHeavy } from '../../src/http/heavy-bodies.js'
import { skim } from '../../src/http/skim.js'

/** A body of more characters has a turn of the event loop for itself. */
const LARGE = 64 * 1024
/** One of more bytes takes turns with heavy ones, whatever is in it. */
const LONG = 1024 ** 2

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while the request keeps others with heavy bodies waiting. */
    endHeavyTurn: (() => void) | null
    /** The SHA-256 of a body of which only a part was read. */
    bodyDigest: string | null
  }
}

/** JSON bodies, and no others. An empty body is no body, whatever Content-Type comes with it. */
export default fp(async function bodies (app) {
  const takeHeavyTurn = createHeavyTurns()
  app.decorateRequest('endHeavyTurn', null)
  app.decorateRequest('bodyDigest', null)
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

  /** What may be larger than most bodies has its turn before it is read: until then it stays with its sender. */
  app.addHook('preParsing', async function waitToRead (request) {
    const { bodyLimit = 0 } = request.routeOptions
    const { 'content-type': type = '', 'content-length': length = bodyLimit } = request.headers
    if (bodyLimit > LONG && Number(length) > LONG && type.startsWith('application/json')) await waitForTurn(request, 0)
  })

  async function waitForTurn (request: FastifyRequest, length: number): Promise<void> {
    request.endHeavyTurn ??= await takeHeavyTurn(request.caller?.userId ?? 0, length)
  }

  async function parseLarge (request: FastifyRequest, text: string): Promise<unknown> {
    await nextTurn(request.caller?.userId ?? 0)
    if (!isHeavy(text)) return parse(text)
    await waitForTurn(request, text.length)
    request.bodyDigest = digest(text)
    return skim(text, request.routeOptions.schema?.body as TObject | undefined).catch(refuse)
  }

  app.addHook('onResponse', function endHeavyTurn (request, _reply, done) {
    request.endHeavyTurn?.()
    done()
  })
}, { name: 'bodies' })

function parse (text: string): unknown {
  try {
    return parseBody(text)
  } catch (error) {
    return refuse(error)
  }
}

function refuse (error: unknown): never {
  throw error instanceof SyntaxError ? new InvalidJson() : error
}
