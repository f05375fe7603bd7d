/** An error as a log line shows it. */
export interface LoggedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: LoggedError
  readonly errors?: LoggedError[]
}

/** How many causes are followed: an error may be its own. */
const DEEPEST = 5
/** Errors of an AggregateError that are shown. */
const MOST_ERRORS = 5

/**
 * Takes from an error what helps and nothing else. Libraries hang more on theirs than may be written down: a request as
 * it came in, with its key; the values that a statement was given.
 */
export function describeForLog (error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'something that is no error was thrown' }
  const { name, code, stack, cause, errors } = error as Error & { code?: unknown, errors?: unknown }
  const message = messageOf(error)
  return {
    type: name,
    message,
    ...(typeof code === 'string' && { code }),
    ...(stack !== undefined &&
      { stack: [`${name}: ${message}`, ...stack.split('\n').filter((line) => /^ {4}at /.test(line))].join('\n') }),
    ...(cause instanceof Error && depth < DEEPEST && { cause: describeForLog(cause, depth + 1) }),
    ...(Array.isArray(errors) && depth < DEEPEST &&
      { errors: errors.slice(0, MOST_ERRORS).map((each) => describeForLog(each, depth + 1)) })
  }
}

/** Prisma puts the call with all its values before what was wrong with it, which comes last. */
function messageOf ({ name, message }: Error): string {
  return name.startsWith('PrismaClient') ? message.trim().split('\n').at(-1)!.trim() : message
}
