import { DAY_MS, MINUTE_MS } from '#src/basics/units.js'
import type { Answer, Client, World } from './app.js'
import { succeed } from './items.js'

export interface MadeLink {
  readonly id: number
  readonly url: string
  readonly token: string
}

/** Creates a share link of `assets/…`, `projects/…` or `collections/…`. */
export async function addLink (
  client: Client, path: string, parameters: object = {}
): Promise<MadeLink & Record<string, any>> {
  const { link } = await succeed(client.post(`${path}/links`, parameters))
  return { ...link, token: link.url.split('#')[1]! }
}

/** The day after so many days, as an input of a date has it. */
export function dayIn (days: number): string {
  const day = new Date(Date.now() + days * DAY_MS)
  return new Date(day.getTime() - day.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 10)
}

/** The last millisecond of a day, here. */
export function endOf (day: string): number {
  return new Date(`${day}T23:59:59.999`).getTime()
}

/** Sends requests with the token of a share link. */
export function createGuest ({ anonymous }: Pick<World, 'anonymous'>, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  return {
    get: (path: string): Promise<Answer> => anonymous.send('GET', path, undefined, headers),
    post: (path: string, body?: unknown): Promise<Answer> => anonymous.send('POST', path, body, headers),
    send: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer> =>
      anonymous.send(method, path, body, headers)
  }
}
