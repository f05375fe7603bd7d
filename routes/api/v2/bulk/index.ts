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
Each operation is done as the request would be on its own: with the same answer, history and events. \`{{0.asset.id}}\` in a path or in
a text of a body stands for that of the answer of an earlier operation, here of the first one; a text that is nothing else takes the
type of the value.

All of them are done or none, unless \`atomic\` is \`false\`. What failed is in its result, and the answer is a 200 nevertheless: look at \`failed\`
and \`committed\`. What cannot be in a bulk, as reads, has the result 422 \`Not possible in a bulk\`.
`.trim()

const bulk: FastifyPluginAsyncTypebox = async function (app) {
  app.post('/', {
    bodyLimit: LARGEST_BULK,
    config: { inPieces: true, bodyTimeoutMs: BODY_TIMEOUT_MS, bodyValues: MOST_VALUES },
    schema: {
      tag: bulkTag,
      summary: 'Do many things at once',
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
