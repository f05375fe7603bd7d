/** Why a request was not done, in words for people. */
export class Failure extends Error {
  override name = 'Failure'

  constructor (
    message: string,
    /** The answer's status; 0 where there was no answer. */
    readonly status: number,
    /** Seconds after which it may be sent again, where the service has said so. */
    readonly retryAfter: number | null = null
  ) {
    super(message)
  }
}

/** A request that broke off, and is sent again. */
export const LOST = 'The connection was lost.'
const AWAY = 'The service cannot be reached. What you have typed is still here.'

/** What an answer says of itself. Most failures bring a sentence. */
export function failureOf (status: number, said: string | undefined, retryAfter: number | null): Failure {
  if (status === 0) return new Failure(AWAY, 0)
  if (status === 401) return new Failure('This key may not do that.', 401)
  if (status === 412) return new Failure('Somebody else has changed this meanwhile.', 412)
  const sentence = said !== undefined ? plain(said) : `The service answered with status ${status}`
  return new Failure(retryAfter === null ? sentence : `${sentence}. Try again in ${retryAfter} s.`, status, retryAfter)
}

/** The API marks words as code in some of its texts. */
export function plain (text: string): string {
  return text.replaceAll(/<\/?code>/g, '')
}

export function sentenceOf (error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
