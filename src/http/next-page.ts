import type { FastifyReply, FastifyRequest } from 'fastify'

/** Where the next page is: the path of a request with other parameters. */
export function nextUrl (url: string, parameters: URLSearchParams): string {
  return `${url.replace(/[?#].*$/, '')}?${parameters}`
}

/** Says in `Link` where the next page is. */
export function linkNext (request: FastifyRequest, reply: FastifyReply, parameters: URLSearchParams): void {
  const base = request.server.publicUrls.linkBase(request)
  reply.header('link', `<${base}${nextUrl(request.originalUrl, parameters)}>; rel="next"`)
}
