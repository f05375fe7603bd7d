import { createRequire } from 'node:module'
import { pino, type Logger } from 'pino'
import type { Config } from './config.js'

/** Structured lines on standard output; readable ones where a person watches and the development dependency is there. */
export function createLogger (config: Config): Logger {
  const readable = process.stdout.isTTY && config.NODE_ENV !== 'production' && isInstalled('pino-pretty')
  return pino({
    level: config.LOG_LEVEL,
    transport: readable ? { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } : undefined
  })
}

function isInstalled (name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}
