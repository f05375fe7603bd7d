import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { createComponents } from './components.js'
import { PATTERNS, type PlainSchema } from './plain.js'
import { operationsOf, type ApiDocument, type BodyObject } from './parts.js'
import { describeOperation, type RouteDescription } from './operation.js'
import { shareResponses } from './shared-responses.js'
import { listTags, type Tag } from './tags.js'

const description = (path: string) => `
An API for assets and projects, their members, custom fields and history, and for webhooks that send events to other systems.

**Start here.** Enter your key at *Authorize*, open an operation, and press *Execute*.
From a command line, send the key in the header \`X-API-KEY\`, and a body as \`application/json\`.
The document for code generators is [/openapi.json](${path}/openapi.json), in OpenAPI 3.1.

**Failures** are \`{"error": "…"}\`. Most of them have their own status. Some have the status 200: each operation lists them. The answer to a
missing or invalid key is 401 with an empty body. The answer to requests for objects of other accounts is 404.

**Unknown keys** in a body are ignored, unless the operation lists the failure \`Unknown parameter\`.

**Lists** are complete by default. \`limit\` and \`cursor\` divide them into pages. The URL of the next page is in the header \`Link\`; it can be
relative.

**Recommendations.** Reads have an \`ETag\`. Send it as \`If-None-Match\` to get a 304 if nothing has changed, or as \`If-Match\` with a PUT so
that you do not overwrite changes of others. Send an \`Idempotency-Key\` with a POST that you may have to repeat. Every answer has an
\`X-Request-Id\`, which is also in the log of the service. You can send your own.
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
            description: 'Key of a user. Administrators create keys for users, and users create more for themselves.'
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
function withoutDescription (
  { description: _description, [PATTERNS]: patterns, ...schema }: PlainSchema
): PlainSchema {
  return patterns === undefined ? schema : { ...schema, patternProperties: patterns }
}

function hasRequired ({ content = {} }: BodyObject): boolean {
  return Object.values(content).some(({ schema }) => schema?.type === 'string' || (schema?.required?.length ?? 0) > 0)
}
