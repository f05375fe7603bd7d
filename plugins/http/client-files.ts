import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fp from 'fastify-plugin'
import { projectRoot } from '../../src/basics/paths.js'

/** Clients for programs, by their paths: the file below the project, and its content type. */
const FILES = {
  '/cutroom.py': ['clients/python/cutroom.py', 'text/x-python; charset=utf-8']
} as const

/** Pages of every origin may read them. */
const HEADERS = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** The clients that the service offers. They are the same for everybody and need no key. */
export default fp(async function clientFiles (app) {
  for (const [path, [file, type]] of Object.entries(FILES)) {
    let text: Promise<string> | undefined
    app.get(path, { config: { public: true }, schema: { hide: true } }, async function sendClient (_request, reply) {
      text ??= readFile(join(projectRoot, file), 'utf8')
      return reply.headers(HEADERS).type(type).send(await text)
    })
  }
}, { name: 'client-files', dependencies: ['cors', 'openapi', 'security-headers'] })
