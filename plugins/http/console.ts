import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import helmet from '@fastify/helmet'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { projectRoot } from '../../src/basics/paths.js'
import { domains } from '../../src/domains.js'
import { NotFound } from '../../src/errors.js'
import { accepts } from '../../src/http/codings.js'
import { entityTag, isNamed } from '../../src/http/entity-tags.js'
import type { Config } from '../../src/process/config.js'
import { openStorage } from '../../src/media/storage/open.js'
import { transportSecurity } from './security-headers.js'

/** The addresses of the pages: docs/console.md. */
const PAGES = ['/', '/assets/:id', '/projects', '/projects/:id', '/compare', '/trash', '/imports', '/fields', '/webhooks', '/webhooks/:id', '/users', '/groups', '/groups/:id', '/me', '/keys',
  '/status', '/welcome', ...domains.flatMap(({ pages }) => pages ?? [])]

/** An application in the browser. */
interface Application {
  readonly path: string
  readonly folder: string
  readonly pages: readonly string[]
  /** Headers of its pages. */
  readonly headers: Readonly<Record<string, string>>
}

const CONSOLE: Application = { path: '/console', folder: 'dist/console', pages: PAGES, headers: {} }
/** The page of links for people without an account. The token of a link is its fragment. */
const SHARE: Application = {
  path: '/share', folder: 'dist/console/share', pages: ['/'], headers: { 'x-robots-tag': 'noindex' }
}

/** The folder of files with a hash in their names. */
const ASSETS = 'static'
/**
 * The file that loads the scripts of a page, without a hash in its name: while the service is upgraded, a page may come
 * from one release and this file from another. A browser need not wait to hear that it is still the same.
 */
const LOADER = 'loader.js'
const CACHED = {
  assets: 'public, max-age=31536000, immutable',
  loader: 'public, max-age=300, stale-while-revalidate=86400'
} as const

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.pfb': 'application/octet-stream',
  '.bcmap': 'application/octet-stream'
}
/** Compressed variants of files, best first. */
const ENCODINGS = [['br', '.br'], ['gzip', '.gz']] as const

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the console was built. */
    hasConsole: boolean
  }
}

/**
 * The console, a browser application that uses the API like any other client, and the page of links. Their files are
 * the same for everybody and need no key. If they were not built, the service runs without them.
 */
export default fp(async function consolePages (app) {
  app.decorate('hasConsole', existsSync(join(projectRoot, CONSOLE.folder, 'index.html')))
  if (!app.hasConsole) return
  const files = filesOrigin(app)
  for (const application of [CONSOLE, SHARE]) await app.register(pagesOf(application, app.config, files))
}, { name: 'console', dependencies: ['config', 'openapi', 'security-headers'] })

function pagesOf (
  { path: base, folder, pages, headers }: Application, config: Config, files: ReturnType<typeof filesOrigin>
) {
  const place = join(projectRoot, folder)
  const index = readFileSync(join(place, 'index.html'), 'utf8')
  const assets = new Set(readdirSync(join(place, ASSETS)))
  const loader = readFileSync(join(projectRoot, CONSOLE.folder, LOADER))

  return async function applicationPages (page: FastifyInstance) {
    page.addHook('onRoute', (route) => {
      route.config = { ...route.config, public: true, page: true }
      route.schema = { ...route.schema, hide: true }
    })
    page.addHook('onRequest', async () => { await files.find() })
    await page.register(helmet, {
      strictTransportSecurity: transportSecurity(config),
      contentSecurityPolicy: { useDefaults: false, directives: pagePolicy(files.get) },
      xFrameOptions: { action: 'deny' }
    })

    // Relative, as a proxy may serve the service below a folder.
    page.get(base, async (_request, reply) => reply.redirect(`${base.slice(1)}/`))
    for (const path of pages) {
      const depth = path.split('/').length - 2
      page.get(`${base}${path}`, async function showPage (_request, reply) { return send(reply, depth) })
    }
    page.get(`${base}/${ASSETS}/:file`, sendAsset)
    page.get(`${base}/${LOADER}`, async function sendLoader (request, reply) {
      return sendBytes(request, reply.header('cache-control', CACHED.loader), loader, { 'content-type': TYPES['.js']! })
    })
    // The page itself says that nothing is here, and leads on.
    page.get(`${base}/*`, async function showNothing ({ url }, reply) {
      const own = url.replace(/[?#][^]*/, '').slice(base.length + 1)
      if (own.startsWith(`${ASSETS}/`)) throw missing(reply)
      return send(reply.code(404), own.split('/').length - 1)
    })
  }

  /** Its files are named from where the page is: so many folders deep. */
  function send (reply: FastifyReply, depth: number) {
    const html = index.replaceAll('="./', `="${'../'.repeat(depth) || './'}`)
    return reply.headers({ ...headers, 'cache-control': 'no-cache' }).type('text/html; charset=utf-8').send(html)
  }

  async function sendAsset (request: FastifyRequest, reply: FastifyReply) {
    const { file } = request.params as { file: string }
    const type = TYPES[extname(file)]
    if (!assets.has(file) || type === undefined) throw missing(reply)
    reply.vary('accept-encoding')
    const [encoding, suffix] = ENCODINGS.find(([encoding, suffix]) =>
      accepts(request.headers['accept-encoding'], encoding) && assets.has(file + suffix)) ?? []
    const bytes = await readFile(join(place, ASSETS, file + (suffix ?? '')))
    const about = { 'content-type': type, ...encoding !== undefined && { 'content-encoding': encoding } }
    return sendBytes(request, reply.header('cache-control', CACHED.assets), bytes, about)
  }
}

/** Another process may have the file: the browser asks again. */
function missing (reply: FastifyReply): Error {
  reply.header('cache-control', 'no-store')
  return new NotFound()
}

function sendBytes (request: FastifyRequest, reply: FastifyReply, bytes: Buffer, headers: Record<string, string>) {
  const tag = entityTag(bytes)
  const known = request.headers['if-none-match']
  reply.header('etag', tag)
  return known !== undefined && isNamed(known, tag) ? reply.code(304).send() : reply.headers(headers).send(bytes)
}

/** Allows only this service and no inline code; pictures, players and pages of PDFs also load from the bucket. */
function pagePolicy (filesOrigin: () => string) {
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: [filesOrigin, 'data:', 'blob:'],
    mediaSrc: [filesOrigin],
    connectSrc: [filesOrigin],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"]
  }
}

/**
 * The origin of pictures and players: the bucket, if there is one, as the service redirects to it. The SDK is asked for
 * its address with the first page.
 */
function filesOrigin ({ config, log }: FastifyInstance) {
  let origins = "'self'"
  let asking: Promise<void> | undefined
  async function ask () {
    const options = { method: 'GET', contentType: 'image/webp', contentDisposition: 'inline', expiresIn: 60 } as const
    try {
      const source = await openStorage(config).source('console', options)
      if (source.kind === 'url') origins = `'self' ${new URL(source.url).origin}`
    } catch (error) {
      asking = undefined
      log.warn({ err: error }, "the console shows no pictures: the bucket's address is not known")
    }
  }
  return {
    find: async () => { if (config.MEDIA_URL !== undefined) await (asking ??= ask()) },
    get: () => origins
  }
}
