import { bytes } from '../ui/words.ts'

/** A failed request, in words for people. */
export class Failure extends Error {
  override name = 'Failure'

  constructor (
    message: string,
    /** The status of the answer; 0 if there was none. */
    readonly status: number,
    /** Seconds after which it may be sent again, if the service said so. */
    readonly retryAfter: number | null = null,
    /** What was sent wrongly, if the service named it. */
    readonly broken: Broken | null = null
  ) {
    super(message)
  }
}

/** A parameter, and the rule that its value breaks. */
export interface Broken {
  readonly parameter: string
  /** What in it is wrong, as a field of a form; null if all of it is. */
  readonly part: string | null
  readonly rule: string
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
  return new Failure(
    retryAfter === null ? sentence : `${sentence}. Try again in ${retryAfter} s.`, status, retryAfter, brokenIn(said ?? '')
  )
}

/** The failure of a body that a proxy did not pass on. The service itself says why it answers 413. */
export function refusedByProxy (size: number): Failure {
  return new Failure(
    `A proxy between you and the service takes no ${bytes(size)} at once. Ask an administrator to raise its limit.`, 413
  )
}

/** The parameter of a failure, and the rule that its value breaks. The value is what somebody has just typed. */
const INVALID = /^Invalid parameter '([\w.]+)' value [^]*: (?<=[}…]: ([\w.-]+): |)((?:Must|must) [^:]*(?:: [^]*)?)$/

function brokenIn (text: string): Broken | null {
  const [, parameter, part = null, rule] = INVALID.exec(text) ?? []
  return parameter === undefined ? null : { parameter, part, rule: rule! }
}

/** The text without the marks for code that some texts of the API have, and without words for programs alone. */
export function plain (text: string): string {
  const words = text.replaceAll(/<\/?code>/g, '')
  const broken = brokenIn(words)
  return broken === null ? words : `${(broken.part ?? broken.parameter).replaceAll('_', ' ')}: ${broken.rule}`
}

export function sentenceOf (error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
