import { join } from 'node:path'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { fastifyAutoload } from '@fastify/autoload'
import sensible from '@fastify/sensible'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import Fastify = require('fastify')
import authentication from '../plugins/base/authentication.js'
import background from '../plugins/base/background.js'
import bodies from '../plugins/http/bodies.js'
import compression from '../plugins/http/compression.js'
import configPlugin from '../plugins/base/config.js'
import consolePages from '../plugins/http/console.js'
import cors from '../plugins/http/cors.js'
import databasePlugin from '../plugins/base/database.js'
import deprecation from '../plugins/http/deprecation.js'
import docs from '../plugins/http/docs.js'
import draining from '../plugins/http/draining.js'
import earlyAnswers from '../plugins/http/early-answers.js'
import entityTags from '../plugins/http/entity-tags.js'
import failures from '../plugins/http/failures.js'
import health from '../plugins/http/health.js'
import idempotency from '../plugins/http/idempotency.js'
import metrics from '../plugins/base/metrics.js'
import openapi from '../plugins/http/openapi.js'
import overload, { type OverloadOptions } from '../plugins/http/overload.js'
import programs from '../plugins/http/programs.js'
import publicUrls from '../plugins/http/public-urls.js'
import rateLimit from '../plugins/http/rate-limit.js'
import remoteAddress from '../plugins/http/remote-address.js'
import requestIdPlugin from '../plugins/http/request-id.js'
import securityContact from '../plugins/http/security-contact.js'
import securityHeaders from '../plugins/http/security-headers.js'
import sessionCookie from '../plugins/http/session-cookie.js'
import slowReaders from '../plugins/http/slow-readers.js'
import slowSenders from '../plugins/http/slow-senders.js'
import transact from '../plugins/base/transact.js'
import upgrade from '../plugins/base/upgrade.js'
import validation from '../plugins/http/validation.js'
import versionGuard from '../plugins/base/version-guard.js'
import worker from '../plugins/base/worker.js'
import type { Config } from './process/config.js'
import type { Database } from './database/database.js'
import { LONGEST_PARAMETER } from './http/schemas.js'
import { RequestLog } from './http/request-log.js'
import { routedUrl, withoutHost } from './http/routed-url.js'
import { refuseUnreadable } from './http/unreadable.js'
import { isAmong } from './outbound/addresses.js'
import { newId } from './basics/ids.js'
import type { MediaPatience } from './media/media.js'
import { MEBIBYTE } from './basics/units.js'

const LONGEST_START_MS = 60_000
const LONGEST_HEADERS_MS = 60_000
/** The longest time of any request: plugins/http/slow-senders.ts has the limits of bodies. */
const LONGEST_REQUEST_MS = 24 * 60 * 60 * 1000
const REQUEST_ID = /^[\w.:-]{1,128}$/

const processId = newId()
let requestCount = 0

export interface AppOptions {
  readonly config: Config
  /** Opened and migrated. The app closes it. */
  readonly database: Database
  readonly logger: FastifyBaseLogger
  /** When to refuse requests; for tests, whose machine may be busy. */
  readonly overload?: OverloadOptions
  /** Timeouts; for tests, which cannot wait as long. */
  readonly patience?: MediaPatience & {
    readonly bodyMs?: number
    readonly restOfBodyMs?: number
    readonly standstillMs?: number
  }
}

/** Builds the service. Read this first: what is loaded, and in which order. */
export async function buildApp (
  { config, database, logger, overload: overloadOptions = {}, patience = {} }: AppOptions
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger,
    logController: new RequestLog(logger),
    bodyLimit: MEBIBYTE,
    // A slow machine starts late rather than not at all: the default is ten seconds.
    pluginTimeout: LONGEST_START_MS,
    requestTimeout: LONGEST_REQUEST_MS,
    trustProxy: config.TRUST_PROXY.length > 0 && ((address) => isAmong(config.TRUST_PROXY, address)),
    forceCloseConnections: 'idle',
    // Requests that arrive while the service stops are answered, with `Connection: close`.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) =>
      refuseUnreadable(error, socket as Socket, { requestId: ownRequestId(), log: logger }),
    genReqId: requestId,
    rewriteUrl,
    routerOptions: { maxParamLength: LONGEST_PARAMETER }
  })

  app.server.headersTimeout = LONGEST_HEADERS_MS

  // Requests and answers.
  await app.register(configPlugin, { config })
  await app.register(sensible)
  await app.register(draining)
  await app.register(requestIdPlugin)
  await app.register(remoteAddress)
  await app.register(securityHeaders)
  await app.register(deprecation)
  await app.register(publicUrls)
  await app.register(failures)
  await app.register(overload, overloadOptions)
  await app.register(entityTags)
  await app.register(bodies)
  await app.register(slowSenders, { bodyTimeoutMs: patience.bodyMs })
  await app.register(earlyAnswers, { restOfBodyMs: patience.restOfBodyMs })
  await app.register(slowReaders, { standstillMs: patience.standstillMs })
  await app.register(compression)
  await app.register(validation)
  await app.register(cors)

  // The basis of everything below.
  await app.register(databasePlugin, { database })
  await app.register(versionGuard)
  await app.register(metrics)
  await app.register(transact)
  await app.register(upgrade)
  await app.register(worker)
  await app.register(sessionCookie)
  await app.register(authentication)
  await app.register(rateLimit)
  await app.register(idempotency)

  // The API document. It collects the routes, so it comes before them.
  await app.register(openapi)
  await app.register(consolePages)
  await app.register(docs)
  await app.register(programs)
  await app.register(securityContact)

  // The domains, in the order of their dependencies.
  await app.register(fastifyAutoload, {
    dir: join(import.meta.dirname, '../plugins/domains'),
    matchFilter: /\.[jt]s$/,
    encapsulate: false,
    options: { patience }
  })

  // The jobs of the domains.
  await app.register(background)
  await app.register(health)

  await app.register(fastifyAutoload, {
    dir: join(import.meta.dirname, '../routes'),
    matchFilter: /\/index\.[jt]s$/,
    routeParams: true
  })
  return app
}

/** The caller's id of a request, if it is safe in a log line; otherwise the process's own id and a number. */
function requestId (request: IncomingMessage): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : ownRequestId()
}

function ownRequestId (): string {
  return `${processId}-${++requestCount}`
}

/** The path that is routed. */
function rewriteUrl (request: IncomingMessage & { originalUrl?: string }): string {
  request.originalUrl = withoutHost(request.url!)
  return routedUrl(request.originalUrl)
}
