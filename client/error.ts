import type { CutroomError as Declared } from './cutroom.d.ts'

/** What the service has refused, or has not answered as its document says. */
export class CutroomError extends Error implements Declared {
  override name = 'CutroomError'

  constructor (
    message: string,
    readonly status: number,
    readonly text: string | null,
    readonly retryAfter: number | null = null,
    readonly response: Response | undefined = undefined
  ) {
    super(message)
  }
}

/** A connection on which nothing has happened for too long. It is lost, as after a TypeError of `fetch`. */
export class SilentConnection extends TypeError {
  override name = 'SilentConnection'

  constructor () {
    super('The connection is silent')
  }
}

/** The error of an answer that is no success, or not what was asked for. `said` is its body. */
export function errorOf (response: Response, said: string): CutroomError {
  const { status } = response
  const text = failureIn(response, said)
  const message = text ?? (status === 0
    ? 'The service redirects to somewhere else'
    : response.ok ? 'This is not the answer of a Cutroom' : `The service answered with the status ${status}`)
  return new CutroomError(message, status, text, retryAfterIn(response), response)
}

/** Seconds. Null if the answer does not have them. */
export function retryAfterIn ({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : null
}

/** The `error` of a body that has nothing else, or that comes with a failure. Null if there is none. */
export function failureIn (response: Response, said: string): string | null {
  if (!isJson(response)) return null
  try {
    const body = JSON.parse(said) as { error?: unknown } | null
    const { error } = body ?? {}
    return typeof error === 'string' && (!response.ok || Object.keys(body!).length === 1) ? error : null
  } catch {
    return null
  }
}

export function isJson ({ headers }: Response): boolean {
  return mediaTypeOf(headers) === 'application/json'
}

export function mediaTypeOf (headers: Headers): string | null {
  return headers.get('content-type')?.split(';')[0]!.trim().toLowerCase() ?? null
}
