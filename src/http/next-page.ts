import type { FastifyReply, FastifyRequest } from 'fastify'

/** The URL of the next page: the same path with other parameters. */
export function nextUrl (url: string, parameters: URLSearchParams): string {
  return `${url.replace(/[?#][^]*/, '')}?${parameters}`
}

/** Sets `Link` to the next page. */
export function linkNext (request: FastifyRequest, reply: FastifyReply, parameters: URLSearchParams): void {
  const base = request.server.publicUrls.linkBase(request)
  reply.header('link', `<${base}${nextUrl(request.originalUrl, parameters)}>; rel="next"`)
}
