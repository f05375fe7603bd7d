import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyError } from 'fastify'
import { BadRequest, HeadersTooLarge, RequestTimeout } from '../errors.js'

const failures: Record<string, new () => FastifyError> = {
  HPE_HEADER_OVERFLOW: HeadersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: RequestTimeout
}

/** Answers bytes that are no HTTP request, in the form of every failure (section 7), and closes the connection. */
export function refuseUnreadable (
  error: Error & { code?: string }, socket: Socket, { requestId, log }: { requestId: string, log: FastifyBaseLogger }
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { statusCode, message } = new (failures[error.code ?? ''] ?? BadRequest)()
  log.trace({ err: error, reqId: requestId, status: statusCode }, 'unreadable request')
  const body = JSON.stringify({ error: message })
  const head = [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode!]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    `x-request-id: ${requestId}`,
    'connection: close'
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
