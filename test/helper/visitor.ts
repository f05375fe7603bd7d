import type { FastifyInstance } from 'fastify'
import { createClient, type Answer } from './app.js'

export const OWN_PAGE = { 'x-requested-with': 'cutroom' }
export const PASSWORD = 'four quiet river stones'

export type Visitor = ReturnType<typeof createVisitor>

/** A browser on a page of the service: it keeps the cookies of answers, and sends them with the console's header. */
export function createVisitor (app: FastifyInstance, own: Record<string, string> = OWN_PAGE) {
  const client = createClient(app, null)
  const cookies = new Map<string, string>()

  async function send (
    method: Parameters<typeof client.send>[0], path: string, body?: unknown, headers: Record<string, string> = {}
  ): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await client.send(method, path, body, { ...own, ...(cookie !== '' && { cookie }), ...headers })
    for (const line of setCookies(answer)) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '') cookies.delete(name!)
      else cookies.set(name!, value!)
    }
    return answer
  }

  return {
    cookies,
    send,
    get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Record<string, string>) => send('POST', path, body, headers),
    put: (path: string, body?: unknown) => send('PUT', path, body),
    delete: (path: string) => send('DELETE', path),
    signIn: (email: string, password = PASSWORD, more: object = {}) =>
      send('POST', 'session', { email, password, ...more })
  }
}

export function setCookies ({ headers }: Answer): string[] {
  return [headers['set-cookie'] ?? []].flat() as string[]
}
