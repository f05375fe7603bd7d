/** An error in a log line. */
export interface LoggedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: LoggedError
  readonly errors?: LoggedError[]
}

/** Maximum depth of causes, which may form a circle. */
const DEEPEST = 5
/** Maximum number of errors of an AggregateError. */
const MOST_ERRORS = 5

/**
 * Picks the harmless parts of an error. Libraries attach secrets: requests with their keys, parameters of statements.
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

/** Prisma's message begins with the call and all its values. The reason comes last. */
function messageOf ({ name, message }: Error): string {
  return name.startsWith('PrismaClient') ? message.trim().split('\n').at(-1)!.trim() : message
}
