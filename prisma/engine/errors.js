import { DriverAdapterError, isDriverAdapterError } from '@prisma/driver-adapter-utils'

/** An error with one of Prisma's codes, which its command prints with the message. */
export class CodedError extends Error {
  constructor (code, message, cause) {
    super(message, { cause })
    this.code = code
  }
}

// Kinds of errors of the adapters that the older engine cannot read.
const unknownKinds = ['SocketTimeout', 'RestrictViolation', 'InvalidInputValue', 'InconsistentColumnData']

/** Converts errors of these methods for the engine. */
export function guardErrors (target, methodNames) {
  for (const name of methodNames) {
    const method = target[name]
    target[name] = async (...args) => {
      try {
        return await method.apply(target, args)
      } catch (error) {
        throw understandable(error, target.provider)
      }
    }
  }
  return target
}

function understandable (error, provider) {
  if (isDriverAdapterError(error) && !unknownKinds.includes(error.cause.kind)) return error
  const message = driverMessage(error)
  /** @type {any} */
  const cause = provider === 'sqlite'
    ? { kind: 'sqlite', extendedCode: 1, message }
    : { kind: 'postgres', code: error.cause?.originalCode ?? error.code ?? 'N/A', severity: 'ERROR', message }
  return new DriverAdapterError(cause)
}

/** The message of the database's driver, before an adapter classified the error. */
export function driverMessage (error) {
  return error.cause?.originalMessage ?? error.cause?.message ?? error.message
}

/**
 * The engine wraps a message in words about itself and a trace of its own source; only a migration's name in these
 * helps.
 */
export function readableError (error) {
  const [text, trace = ''] = error.message.trimEnd().split(/\n(?= {3}0: | {4}at )/)
  const message = text.replace(/^external connector error\s+(Error querying the database: )?/, '')
  const migrationName = /migration_name="([^"]+)"/.exec(trace)?.[1]
  return {
    code: error.code,
    message: migrationName === undefined ? message : `Migration ${migrationName} failed: ${message}`
  }
}
