import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { StepOver } from '#src/actions/errors.js'
import { readHandOut } from '#src/actions/reports/hand-out.js'
import { RESULT_RULE } from '#src/actions/reports/report.js'
import { AssetNotFound, InvalidOperation, InvalidParameter, ProjectNotFound, WrongNumberOfOperations } from '#src/errors.js'
import { sendJson } from '#src/http/json.js'
import { NoParameters } from '#src/http/schemas.js'
import { replies } from '../schemas.js'
import { HandOutReply, ReportBody, ReportReply, runTag } from './schemas.js'

const run: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    config: { ofRun: true },
    schema: {
      tag: runTag,
      summary: 'Read the step of a token',
      description: 'Reads the run, the step with the results of those before it, and the item with URLs of its files.',
      querystring: NoParameters,
      response: replies({ 200: HandOutReply }, new StepOver('cancelled'), new AssetNotFound(), new ProjectNotFound())
    }
  }, async function getStep (request, reply) {
    const { unit, step } = request
    const media = app.media.reader(unit, app.publicUrls.of(request))
    return sendJson(reply, await readHandOut(unit, step, media.ofAsset))
  })

  app.post('/', {
    config: { ofRun: true },
    schema: {
      tag: runTag,
      summary: 'Report on the step of a token',
      description: 'Says how far the step is, or ends it, and writes to the item of the run. Operations are done in the name of the user of the run. The same end may be sent again.',
      querystring: NoParameters,
      body: ReportBody,
      response: replies(
        { 200: ReportReply },
        new StepOver('cancelled'),
        new InvalidParameter('result', '{…}', RESULT_RULE),
        new WrongNumberOfOperations(1000),
        new InvalidOperation(0, 'Missing parameter method')
      )
    }
  }, async function sendReport (request, reply) {
    const { unit, step, body, protocol, host, socket } = request
    return sendJson(reply, await app.reports.receive(unit, step, body, { protocol, host, socket }))
  })
}

export default run
