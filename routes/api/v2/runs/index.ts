import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { presentRun } from '#src/actions/runs/rows.js'
import { MissingParameter } from '#src/errors.js'
import { sendSmallPage } from '#src/http/list.js'
import { done, replies } from '../schemas.js'
import { BatchQuery, RunsQuery, RunsReply, runsTag } from './schemas.js'

const runs: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: runsTag,
      summary: 'List runs of actions',
      description: 'Lists the runs of the items that you see. The newest one comes first.',
      querystring: RunsQuery,
      response: replies({ 200: RunsReply })
    }
  }, async function listRuns (request, reply) {
    const { limit, cursor, ...filters } = request.query
    return sendSmallPage(request, reply, filters, async (page) => {
      const { rows, hasMore } = await app.runs.list(request.unit, filters, page)
      return { answer: { runs: rows.map(presentRun) }, last: hasMore ? rows.at(-1)!.id : null }
    }) as Promise<{ runs: Array<ReturnType<typeof presentRun>> }>
  })

  app.delete('/', {
    schema: {
      tag: runsTag,
      summary: 'Cancel the runs of a batch',
      description: 'Cancels the runs that are not over: your own, or, for administrators, all of them.',
      querystring: BatchQuery,
      response: replies(done('2 runs cancelled'), new MissingParameter('batch'))
    }
  }, async function deleteRuns ({ unit, query }) {
    if (query.batch === undefined) throw new MissingParameter('batch')
    return { ok: `${await app.runs.cancelBatch(unit, query.batch)} runs cancelled` }
  })
}

export default runs
