import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import fastify = require('fastify')

/** Maximum number of logged characters of an unknown path. */
const KEPT_PATH = 200
/** Levels at which lines are neither written nor built. */
const WITHOUT: ReadonlySet<string> = new Set(['warn', 'error', 'fatal', 'silent'])

/** One line for each request, without query and headers, which may hold secrets. */
export class RequestLog extends fastify.LogController {
  readonly #isOff: boolean

  constructor ({ level }: Pick<FastifyBaseLogger, 'level'>) {
    super()
    this.#isOff = WITHOUT.has(level)
  }

  override incomingRequest (request: FastifyRequest, reply: FastifyReply): void {
    if (this.#isOff) return
    const { raw } = reply
    raw.once('close', () => {
      if (!raw.writableFinished) write(request, reply, { aborted: true })
    })
  }

  override requestCompleted (_error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (!this.#isOff && reply.raw.writableFinished) write(request, reply, {})
  }
}

/** `aborted`: the connection ended before the answer. */
function write (request: FastifyRequest, reply: FastifyReply, end: { readonly aborted?: true }): void {
  request.log.info({
    method: request.method,
    route: request.routeOptions.url ?? null,
    path: pathOf(request.originalUrl),
    remoteAddress: request.remoteAddress,
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    userId: request.caller?.userId,
    ...end
  }, 'request')
}

/** The path of a URL. Its query may hold signatures and tokens. */
function pathOf (url: string): string {
  return url.replace(/[?#;][^]*/, '').slice(0, KEPT_PATH)
}
