import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { createComponents } from './components.js'
import type { PlainSchema } from './plain.js'
import { operationsOf, type ApiDocument, type BodyObject } from './parts.js'
import { describeOperation, type RouteDescription } from './operation.js'
import { shareResponses } from './shared-responses.js'
import { listTags, type Tag } from './tags.js'

const description = (path: string) => `
Assets and projects, who works on them, fields of your own, what happened to them, and webhooks that tell other systems of it.

**Start here.** Put your key into *Authorize*, open an operation, press *Execute*.
From a command line, send it in the header \`X-API-KEY\`, and a body as \`application/json\`.
Generators of clients want [/openapi.json](${path}/openapi.json), which is OpenAPI 3.1.

**Failures** are \`{"error": "…"}\` with a status of their own; some are answered with 200, as each operation tells. A key that is
missing or not valid gives 401 with an empty body. What belongs to another account is not there: 404.

**Unknown keys** of a body are left out without a word, unless an operation states the failure \`Unknown parameter\`.

**Lists** are answered whole. \`limit\` and \`cursor\` page them; the next page is in the header \`Link\`, whose URL may be
relative.

**Good manners.** Reads have an \`ETag\`: send it back as \`If-None-Match\` and get 304, or as \`If-Match\` with a PUT that must not
overwrite what somebody else has changed. Send an \`Idempotency-Key\` with a POST that you may have to repeat. Every answer has an
\`X-Request-Id\`, which is in the service's log as well; send one of your own if you like.
`.trim()

type Options = Extract<FastifyDynamicSwaggerOptions, { openapi?: unknown }>

export interface DocumentOptions {
  /** The public URL of the service, if it is known, and its path. */
  readonly url?: string
  readonly path: string
  readonly version: string
  /** The requests to webhooks. */
  readonly webhooks: Record<string, object>
}

/** The settings of @fastify/swagger, which makes the API document from the schemas of the routes. */
export function documentOptions ({ url, path, version, webhooks }: DocumentOptions): Options {
  const tags = new Set<Tag>()
  return {
    convertConstToEnum: false,
    exposeHeadRoutes: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Cutroom',
        version,
        summary: 'Media assets and projects over HTTP',
        description: description(path),
        license: { name: 'MIT', identifier: 'MIT' }
      } as never,
      servers: [{ url: url ?? '/', description: 'This service' }],
      security: [{ apiKey: [] }],
      tags: [],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-API-KEY',
            description: 'A key of a user. The operator issues it.'
          }
        }
      },
      webhooks
    } as never,
    transform: (description) =>
      describeOperation(description as unknown as RouteDescription, { tags, base: url ?? '' }) as never,
    transformObject: (made) =>
      'openapiObject' in made ? finish(made.openapiObject as unknown as ApiDocument, tags) as never : made.swaggerObject
  }
}

/** Moves repeated parts to the components, and marks optional bodies. */
function finish (document: ApiDocument, tags: Iterable<Tag>): ApiDocument {
  const components = createComponents()
  for (const { requestBody, responses = {} } of operationsOf(document)) {
    if (requestBody !== undefined) requestBody.required = hasRequired(requestBody)
    for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)]) {
      for (const media of Object.values(content)) media.schema &&= components.refer(withoutDescription(media.schema))
    }
  }
  document.tags = listTags(tags)
  document.components.schemas = components.all()
  document.components.responses = shareResponses(operationsOf(document))
  return document
}

/** The answer has the description already. */
function withoutDescription ({ description: _description, ...schema }: PlainSchema): PlainSchema {
  return schema
}

function hasRequired ({ content = {} }: BodyObject): boolean {
  return Object.values(content).some(({ schema }) => schema?.type === 'string' || (schema?.required?.length ?? 0) > 0)
}
