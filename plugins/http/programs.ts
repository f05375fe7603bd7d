import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import fp from 'fastify-plugin'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { projectRoot } from '../../src/basics/paths.js'
import { describeDocument, listDocuments, withoutOutsideLinks } from '../../src/http/documents.js'
import { entityTag, isNamed } from '../../src/http/entity-tags.js'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.ts': 'application/typescript; charset=utf-8',
  '.tgz': 'application/gzip',
  '.py': 'text/x-python; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png'
}

/** The clients: where they are served, and where they were built. */
const CLIENTS = [
  ['/client.js', 'dist/client/client.js'],
  ['/client.d.ts', 'dist/client/client.d.ts'],
  ['/client.tgz', 'dist/client/client.tgz'],
  ['/cutroom.py', 'dist/client/cutroom.py']
] as const

const DOCS = join(projectRoot, 'docs')

/** What anybody may load from any page. */
const OPEN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-cache'
}

/**
 * What programs and agents load without a key: the clients, `llms.txt`, and the documents in Markdown. A client
 * that was not built is missing.
 */
export default fp(async function programs (app) {
  const names = listDocuments(DOCS)
  const served = new Set(names)

  function serve (path: string, read: (request: FastifyRequest) => Promise<string | Buffer>, headers = {}): void {
    app.get(path, { config: { public: true }, schema: { hide: true } }, async function load (request, reply) {
      const content = await read(request)
      return answer(request, reply.headers({ ...OPEN, ...headers }), TYPES[extname(path)]!, content)
    })
  }

  for (const [path, file] of CLIENTS) {
    const place = join(projectRoot, file)
    // Deno and editors find the types of the module by this header.
    const headers = path === '/client.js' ? { 'x-typescript-types': './client.d.ts' } : {}
    if (existsSync(place)) serve(path, () => readFile(place), headers)
  }
  for (const name of names) {
    const place = join(DOCS, name)
    serve(`/docs/${name}`, name.endsWith('.md')
      ? async () => withoutOutsideLinks(await readFile(place, 'utf8'), name, served)
      : () => readFile(place))
  }
  serve('/llms.txt', async (request) => describeService(app.publicUrls.of(request), names))
}, { name: 'programs', dependencies: ['public-urls', 'security-headers'] })

async function answer (request: FastifyRequest, reply: FastifyReply, type: string, content: string | Buffer) {
  const tag = entityTag(content)
  reply.header('etag', tag)
  const known = request.headers['if-none-match']
  return known !== undefined && isNamed(known, tag) ? reply.code(304).send() : reply.type(type).send(content)
}

/** The service in Markdown, for agents: https://llmstxt.org. */
async function describeService (base: string, names: readonly string[]): Promise<string> {
  const texts = names.filter((name) => name.endsWith('.md'))
  const documents = await Promise.all(texts.map(async (name) => {
    const { title, sentence } = describeDocument(await readFile(join(DOCS, name), 'utf8'))
    return `- [${title}](${base}/docs/${name}): ${sentence}`
  }))
  return `# Cutroom

> A media asset and project service: assets, projects, files with previews and proxies, custom metadata, search, comments,
> approvals, webhooks and a feed of changes, by an HTTP API below ${base}/api/v2. Requests carry a key in X-API-KEY.

## API

- [OpenAPI document](${base}/openapi.json): every operation, with its parameters, answers and errors.
- [TypeScript client](${base}/client.js): one file without dependencies for Node, browsers and Deno; its types are ${base}/client.d.ts, and \`npm install ${base}/client.tgz\` installs both.
- [Python client](${base}/cutroom.py): one file for Python 3.9 or newer, with the standard library alone.

## Documents

${documents.join('\n')}
`
}
