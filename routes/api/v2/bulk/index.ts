import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { LARGEST_BULK } from '#src/bulk/body.js'
import { requireOperations } from '#src/bulk/form.js'
import { InvalidOperation, WrongNumberOfOperations } from '#src/errors.js'
import { sendJson } from '#src/http/json.js'
import { NoParameters } from '#src/http/schemas.js'
import { replies } from '../schemas.js'
import { BulkBody, BulkReply, bulkTag, TooLargeReply } from './schemas.js'

const MOST_VALUES = 100_000
/** 9 KB/s for 8 MiB. */
const BODY_TIMEOUT_MS = 900_000

const description = `
Each operation does the same as a single request, with the same answer, history and events. A path, or a text in a body, can contain
placeholders, such as \`{{0.asset.id}}\`: the value of \`asset.id\` in the answer of the first operation. A text that is only a placeholder
becomes a value of the original type.

Either all operations are done or none, unless \`atomic\` is \`false\`. The answer is a 200 even if operations fail: check \`failed\`
and \`committed\`, and the results. Requests that are not possible in a bulk, such as reads, have the result 422 \`Not possible in a bulk\`.
`.trim()

const bulk: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    bodyLimit: LARGEST_BULK,
    config: { inPieces: true, bodyTimeoutMs: BODY_TIMEOUT_MS, bodyValues: MOST_VALUES },
    schema: {
      tag: bulkTag,
      summary: 'Send many operations in one request',
      description,
      querystring: NoParameters,
      body: BulkBody,
      response: replies(
        { 200: BulkReply, 413: TooLargeReply },
        new WrongNumberOfOperations(1000),
        new InvalidOperation(0, 'Missing parameter method')
      )
    }
  }, async function updateInBulk ({ unit, body: { operations, atomic = true, dry_run: dryRun = false } }, reply) {
    return sendJson(reply, await app.bulk(unit, requireOperations(operations), { atomic, dryRun }))
  })
}

export default bulk
