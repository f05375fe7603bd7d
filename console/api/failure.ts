import { bytes } from '../ui/words.ts'

/** A failed request, in words for people. */
export class Failure extends Error {
  override name = 'Failure'

  constructor (
    message: string,
    /** The status of the answer; 0 if there was none. */
    readonly status: number,
    /** Seconds after which it may be sent again, if the service said so. */
    readonly retryAfter: number | null = null
  ) {
    super(message)
  }
}

/** The message of a request that broke off. It is sent again. */
export const LOST = 'The connection was lost.'
const AWAY = 'The service cannot be reached. What you have typed is still here.'

/** A failure with the error of the answer, or with words for its status. */
export function failureOf (status: number, said: string | undefined, retryAfter: number | null): Failure {
  if (status === 0) return new Failure(AWAY, 0)
  if (status === 401) return new Failure('This key may not do that.', 401)
  if (status === 412) return new Failure('Somebody else has changed this meanwhile.', 412)
  const sentence = said !== undefined ? plain(said) : `The service answered with status ${status}`
  return new Failure(retryAfter === null ? sentence : `${sentence}. Try again in ${retryAfter} s.`, status, retryAfter)
}

/** The failure of a body that a proxy did not pass on. The service itself says why it answers 413. */
export function refusedByProxy (size: number): Failure {
  return new Failure(
    `A proxy between you and the service takes no ${bytes(size)} at once. Ask an administrator to raise its limit.`, 413
  )
}

/** The parameter of a failure, and the rule that its value breaks. The value is what somebody has just typed. */
const INVALID = /^Invalid parameter '([\w.]+)' value [^]*: ((?:Must|must) [^:]*(?:: [^]*)?)$/

/** The text without the marks for code that some texts of the API have, and without words for programs alone. */
export function plain (text: string): string {
  const words = text.replaceAll(/<\/?code>/g, '')
  const [, parameter, rule] = INVALID.exec(words) ?? []
  return parameter === undefined ? words : `${parameter.replaceAll('_', ' ')}: ${rule}`
}

export function sentenceOf (error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
