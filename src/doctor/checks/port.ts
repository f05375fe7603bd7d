import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { serverMark } from '../../database/sole-server.js'
import { publicUrl, type Config } from '../../process/config.js'
import { listenProblem } from '../../process/listening.js'
import { servesCutroom } from '../ask.js'
import { failure, ok, type Check } from '../check.js'

const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The service can listen on its port, or does. */
export const port: Check = {
  name: 'port',
  needs: ['settings'],
  async look ({ config }, signal) {
    const { HOST, PORT } = config
    const error = await tryToListen(config)
    if (error === null) return ok(PORT === 0 ? `Any free port on ${HOST}` : `Port ${PORT} on ${HOST} is free`)
    const problem = listenProblem(error, config)
    const url = publicUrl({ ...config, HOST: everywhere[HOST] ?? HOST, PUBLIC_URL: undefined })
    if (PORT === 0 || await servesCutroom(url, signal) !== null) return failure(problem, 'Name another in PORT or HOST')
    return isOfAnother(config)
      ? failure(`${problem} by another Cutroom, which has other data`, 'Stop it, or name another in PORT')
      : ok(`This service listens on port ${PORT} on ${HOST}`)
  }
}

async function tryToListen ({ HOST: host, PORT: port }: Config): Promise<Error | null> {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
    return null
  } catch (error) {
    return error as Error
  } finally {
    server.close()
  }
}

/** A service marks the file of SQLite that it serves. */
function isOfAnother ({ DATABASE_URL: url }: Config): boolean {
  return url.startsWith('file:') && !existsSync(serverMark(url))
}
