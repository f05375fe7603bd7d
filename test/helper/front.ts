import { once } from 'node:events'
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

/** Interferes with a request on its way; returns true if the request is not to be passed on. */
export type Meddle = (request: IncomingMessage, response: ServerResponse) => boolean

/** A proxy in front of a service, which passes everything on except what `meddle` takes. */
export async function startFront (t: Test, targetPort: () => number, meddle: Meddle) {
  const requests: Array<{ method: string, url: string, offset: number | null, status: () => number | null }> = []
  const server = createServer((request, response) => {
    let status: number | null = null
    const offset = request.headers['upload-offset']
    requests.push({
      method: request.method!,
      url: request.url!,
      offset: offset === undefined ? null : Number(offset),
      status: () => status
    })
    if (meddle(request, response)) return
    const { method, url, headers } = request
    const onward = sendRequest({ host: '127.0.0.1', port: targetPort(), method, path: url, headers, agent: false })
    onward.on('error', () => response.destroy())
    onward.on('response', (answer) => {
      status = answer.statusCode!
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    request.on('close', () => { if (!request.complete) onward.destroy() })
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

/** Breaks the connection of a request after this number of bytes of its body. */
export function breakAfter (request: IncomingMessage, bytes: number): void {
  let passed = 0
  request.on('data', (chunk: Buffer) => {
    passed += chunk.length
    if (passed >= bytes) request.socket.destroy()
  })
}

/** Passes this number of bytes of a request's body on, and then nothing more. */
export function stallAfter (request: IncomingMessage, bytes: number): void {
  let passed = 0
  request.on('data', (chunk: Buffer) => {
    passed += chunk.length
    if (passed >= bytes) request.unpipe().pause()
  })
}
