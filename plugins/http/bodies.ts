import fp from 'fastify-plugin'
import type { FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { BadRequest, BodyTooLarge, InvalidJson, Overloaded, UnsupportedContentType } from '../../src/errors.js'
import { parseJson, REQUEST_LIMITS, withoutMark } from '../../src/http/body.js'
import { createBodyRoom } from '../../src/http/body-room.js'
import { withLongWork } from '../../src/core/unit.js'
import { JsonTooLarge } from '../../src/http/json-scan.js'
import { noParty } from '../../src/work/turns/fair-queue.js'
import { nextTurn } from '../../src/work/turns/next-turn.js'

/** A larger body waits for a turn of the event loop, and what it writes is long work. */
const LARGE = 64 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    hasLargeBody: boolean
  }
  interface FastifyContextConfig {
    /** The most JSON values in a body, if it is not the usual one. */
    bodyValues?: number
  }
}

/** Parses JSON bodies and refuses others. An empty body is no body, whatever its Content-Type. */
export default fp(async function bodies (app) {
  const room = createBodyRoom()
  app.decorateRequest('hasLargeBody', false)
  app.removeAllContentTypeParsers()

  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const bytes = withoutMark(await read(request, payload))
    if (bytes.length === 0) return undefined
    if (bytes.length > LARGE) {
      request.hasLargeBody = true
      // Public routes have none.
      if (request.unit !== null) request.unit = withLongWork(request.unit)
      await nextTurn(request.caller ?? noParty)
    }
    return parse(bytes, request.routeOptions.config.bodyValues)
  })

  // The first byte decides: the rest is not waited for.
  app.addContentTypeParser('*', async ({ headers, routeOptions }: FastifyRequest, payload: IncomingMessage) => {
    const length = Number(headers['content-length'] ?? 0)
    if (length > routeOptions.bodyLimit!) throw new BodyTooLarge()
    if (length > 0 || await hasBytes(payload)) throw new UnsupportedContentType()
  })

  /** Throws BodyTooLarge, and Overloaded if other bodies leave no room. */
  function read (request: FastifyRequest, payload: IncomingMessage): Promise<Buffer> {
    const { caller, headers, routeOptions: { bodyLimit } } = request
    const party = caller ?? noParty
    const chunks: Buffer[] = []
    let length = 0
    return new Promise<Buffer>((resolve, reject) => {
      if (Number(headers['content-length']) > bodyLimit!) throw new BodyTooLarge()
      payload.on('data', onData).on('end', onEnd).on('error', onError)

      function onData (chunk: Buffer): void {
        if (length + chunk.length > bodyLimit!) return refuse(new BodyTooLarge())
        if (!room.take(party, chunk.length)) return refuse(new Overloaded())
        length += chunk.length
        chunks.push(chunk)
      }

      function onEnd (): void {
        resolve(Buffer.concat(chunks))
      }

      function onError (): void {
        refuse(new BadRequest())
      }

      /** The rest of the body is discarded. */
      function refuse (error: Error): void {
        payload.off('data', onData).off('end', onEnd).off('error', onError)
        reject(error)
      }
    }).finally(() => room.giveBack(party, length))
  }
}, { name: 'bodies' })

function hasBytes (payload: IncomingMessage): Promise<boolean> {
  return new Promise((resolve, reject) => {
    payload.once('data', () => resolve(true)).once('end', () => resolve(false))
      .once('error', () => reject(new BadRequest()))
  })
}

function parse (bytes: Buffer, values = REQUEST_LIMITS.values): unknown {
  try {
    return parseJson(bytes, { ...REQUEST_LIMITS, values })
  } catch (error) {
    if (error instanceof JsonTooLarge) throw new BodyTooLarge()
    throw error instanceof SyntaxError ? new InvalidJson() : error
  }
}
