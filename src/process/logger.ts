import { createRequire } from 'node:module'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.js'
import { describeForLog } from './log-error.js'
import { standardOutput } from './log-output.js'

/** The logged parts of objects. URLs and headers of requests are left out, as they may contain tokens and keys. */
const serializers = {
  err: describeForLog,
  error: (value: unknown) => value instanceof Error ? describeForLog(value) : value,
  req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? null }),
  res: ({ statusCode }: FastifyReply) => ({ statusCode })
}

/** Logs JSON lines to standard output. A terminal gets readable lines if the development dependency is installed. */
export function createLogger (config: Pick<Config, 'LOG_LEVEL' | 'NODE_ENV'>, destination?: DestinationStream): Logger {
  const options = { level: config.LOG_LEVEL, serializers }
  if (destination !== undefined) return pino(options, destination)
  const isReadable = process.stdout.isTTY && config.NODE_ENV !== 'production' && isInstalled('pino-pretty')
  if (isReadable) {
    return pino({
      ...options,
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', singleLine: true } }
    })
  }
  const logger = pino(options, standardOutput)
  standardOutput.tellRecovered((lines) => logger.warn({ lines }, 'log lines could not be written and were dropped'))
  return logger
}

function isInstalled (name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}
