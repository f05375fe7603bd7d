import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { ChangeReader } from '#src/changes/changes.js'
import { CURSOR_RULE, HISTORY_RULE, type Place } from '#src/changes/cursor.js'
import { HistoryRenewed } from '#src/changes/log/epoch.js'
import { presentChange } from '#src/changes/present.js'
import type { ChangeQuery } from '#src/changes/query.js'
import { InvalidParameter, Unauthorized, UnknownParameter } from '#src/errors.js'
import { EVENT_STREAM_TYPE, sendEventStream } from '#src/http/event-stream.js'
import { inspect } from '#src/http/inspect.js'
import { sendJson } from '#src/http/json.js'
import type { KindOfWait } from '#src/metrics/requests.js'
import { replies } from '../schemas.js'
import { endOfWait } from '../waits.js'
import {
  ChangesHeaders, ChangesQuery, ChangesReply, changesTag, NOW, STREAM_DESCRIPTION, type SentChangesQuery
} from './schemas.js'

const LAST_EVENT_ID = 'last-event-id'
const DEFAULT_LIMIT = 100

const changes: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: changesTag,
      summary: 'Follow changes',
      description:
        `Lists the history of the account in the order of its commits. Administrators get all entries; other users get the entries that name an asset or a project. New entries always come after every \`next\` that you have received. ${STREAM_DESCRIPTION}`,
      querystring: ChangesQuery,
      response: replies(
        { 200: ChangesReply },
        new UnknownParameter('evnt'),
        new InvalidParameter('since', '"yesterday"', CURSOR_RULE),
        new InvalidParameter('since', '"MS40Mg"', HISTORY_RULE)
      )
    },
    config: { documented: { headers: ChangesHeaders }, waiting: waitingOf }
  }, async function listChanges (request, reply) {
    const query = toChangeQuery(request.query)
    const place = await placeOf(request)
    const waitMs = Number(request.query.wait ?? 0) * 1000
    const { gone, hasEnded } = endOfWait(request, reply)
    const reader = { caller: () => app.identify(request), gone }
    if (wantsStream(request)) return sendEventStream(reply, streamOf(reader, place, query))

    const page = await inHistory(request, () => app.changes.readOrWait(reader, place, query, waitMs))
    if (page === null || hasEnded()) throw new Unauthorized()
    const { changes, after, more, epoch } = page
    const cursor = app.changes.cursorOf(request.caller, { number: after, epoch })
    return sendJson(reply, `{"changes":[${changes.map(presentChange).join()}],"next":${JSON.stringify(cursor)},"more":${more}}`)
  })

  /** Throws InvalidParameter. */
  async function placeOf (request: FastifyRequest): Promise<Place> {
    const { caller } = request
    const { name, sent } = sentPlace(request)
    if (sent === undefined) return app.changes.beginning(caller)
    if (sent === NOW) return app.changes.end(caller)
    const place = await inHistory(request, () => app.changes.placeOf(caller, sent))
    if (place === null) throw new InvalidParameter(name, inspect(sent), CURSOR_RULE)
    return place
  }

  async function * streamOf (reader: ChangeReader, place: Place, query: ChangeQuery) {
    for await (const changes of app.changes.follow(reader, place, query)) {
      yield changes.map((change) => ({ id: change.cursor, event: change.event, data: presentChange(change) }))
    }
  }
}

export default changes

function toChangeQuery ({ event, type, within, include, limit }: SentChangesQuery): ChangeQuery {
  return {
    events: setOf(event),
    types: setOf(type),
    within: setOf(within),
    includeItems: include !== undefined,
    limit: limit === undefined ? DEFAULT_LIMIT : Number(limit)
  }
}

/** The requested place, and the parameter or header that names it. */
function sentPlace ({ headers, query }: FastifyRequest): { name: string, sent: string | undefined } {
  const last = headers[LAST_EVENT_ID]
  return typeof last === 'string' && last !== ''
    ? { name: 'Last-Event-ID', sent: last }
    : { name: 'since', sent: (query as SentChangesQuery).since }
}

/** Throws InvalidParameter if the history was renewed. */
async function inHistory<Result> (request: FastifyRequest, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof HistoryRenewed)) throw error
    const { name, sent = null } = sentPlace(request)
    throw new InvalidParameter(name, inspect(sent), HISTORY_RULE)
  }
}

function setOf (values: string | string[] | undefined): ReadonlySet<string> | undefined {
  return values === undefined ? undefined : new Set([values].flat())
}

function wantsStream ({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes(EVENT_STREAM_TYPE) === true
}

function waitingOf (request: FastifyRequest): KindOfWait | null {
  if (wantsStream(request)) return 'stream'
  return Number((request.query as SentChangesQuery).wait ?? 0) === 0 ? null : 'poll'
}
