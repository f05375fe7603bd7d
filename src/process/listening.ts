import type { Config } from './config.js'

/** Why the service cannot listen on HOST and PORT, in a sentence. */
export function listenProblem (error: unknown, { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `PORT: port ${PORT} on ${HOST} is in use`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST: this machine has no address ${HOST}`
  if (code === 'EACCES') return `PORT: this user may not listen on port ${PORT}`
  return `HOST and PORT: ${message}`
}
