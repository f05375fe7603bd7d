import { DriverAdapterError, isDriverAdapterError } from '@prisma/driver-adapter-utils'

/** An error with one of Prisma's codes, which its command shows beside the message. */
export class CodedError extends Error {
  constructor (code, message, cause) {
    super(message, { cause })
    this.code = code
  }
}

// Kinds of errors that the adapters tell apart and the engine, which is older, cannot read.
const unknownKinds = ['SocketTimeout', 'RestrictViolation', 'InvalidInputValue', 'InconsistentColumnData']

/** Makes what these methods throw readable for the engine. */
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

/** What the database's driver said, before an adapter made a kind of it. */
export function driverMessage (error) {
  return error.cause?.originalMessage ?? error.cause?.message ?? error.message
}

/**
 * The engine wraps a message in words about itself and a trace of its own source; of that only a migration's name
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
