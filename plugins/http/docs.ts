import { setImmediate as turn } from 'node:timers/promises'
import helmet from '@fastify/helmet'
import swaggerUi from '@fastify/swagger-ui'
import fp from 'fastify-plugin'
import { publicPath } from '../../src/process/config.js'
import { NotFound } from '../../src/errors.js'
import { docsStyle } from '../../src/openapi/docs-style.js'
import { docsView } from '../../src/openapi/docs-view.js'
import type { ApiDocument } from '../../src/openapi/parts.js'
import { JSON_TYPE } from '../../src/http/json.js'
import { transportSecurity } from './security-headers.js'

/** Allows only this service and no inline script. */
const CONTENT_POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"]
}

/** The reference page, on which people enter a key and send requests. It is public; the key stays in the page. */
export default fp(async function docs (app) {
  const path = publicPath(app.config)
  /** The document of the page is written once, so that nobody can make the service repeat the work. */
  let text: Promise<string> | undefined
  const write = async () => {
    await turn()
    return JSON.stringify(docsView(app.swagger() as unknown as ApiDocument, path))
  }

  app.get('/', { config: { public: true }, schema: { hide: true } }, async function leadPeople (request, reply) {
    reply.vary('accept')
    // Programs get the 404 of any unknown path.
    if (request.headers.accept?.includes('text/html') !== true) throw new NotFound()
    // Relative, as a proxy may serve the service below a folder.
    return reply.redirect(app.hasConsole ? 'console/' : 'docs')
  })

  await app.register(async function docsPage (page) {
    page.addHook('onRoute', (route) => {
      route.config = { ...route.config, public: true, page: true }
      if (route.url === '/docs/json') {
        route.handler = async (_request, reply) => reply.type(JSON_TYPE).send(await (text ??= write()))
      }
      // Nobody needs it, and writing it takes long.
      if (route.url === '/docs/yaml') route.handler = async () => { throw new NotFound() }
    })
    await page.register(helmet, {
      strictTransportSecurity: transportSecurity(app.config),
      contentSecurityPolicy: { useDefaults: false, directives: CONTENT_POLICY },
      xFrameOptions: { action: 'deny' }
    })
    await page.register(swaggerUi, {
      routePrefix: '/docs',
      indexPrefix: path,
      theme: { title: 'Cutroom API', css: [{ filename: 'cutroom.css', content: docsStyle }] },
      uiConfig: {
        layout: 'BaseLayout',
        deepLinking: true,
        docExpansion: 'none',
        defaultModelsExpandDepth: 0,
        displayRequestDuration: true,
        tryItOutEnabled: true
      }
    })
  })
}, { name: 'docs', dependencies: ['config', 'console', 'openapi', 'security-headers'] })
