import { Type } from '@sinclair/typebox'
import { described, Nullable } from '#src/http/schemas.js'
import { userAgent } from '#src/process/version.js'
import { Approval } from '../../../assets/_asset_id/approvals/schemas.js'
import { Comment } from '../../../assets/_asset_id/comments/schemas.js'
import { CreateAssetReply } from '../../../assets/schemas.js'
import { Collection } from '../../../collections/schemas.js'
import { wholeExample } from '../../../examples.js'
import { Asset, EventKindName, HistoryEntry, HistoryTargets, Project, samples } from '../../../schemas.js'
import { run } from '../schemas.js'

const integer = Type.Integer()
const text = Type.String()

/** The body of requests to a webhook. */
export const WebhookPayload = Type.Object({
  id: described(
    text, 'Id of the event, the same at every attempt: use it to tell what has come twice.', samples.entryId
  ),
  type: described(EventKindName, 'What happened.', 'ASSET_ADDED'),
  timestamp: described(text, 'When it happened: ISO 8601, UTC, to the millisecond.', samples.milliseconds),
  event: described(EventKindName, 'The same as `type`.', 'ASSET_ADDED'),
  time: described(text, 'The same as `timestamp`.', samples.milliseconds),
  account: described(text, 'Name of the account.', 'default'),
  severity: described(integer, '1 for information, 2 for what was removed or purged, 3 for failures.', 1),
  user_id: described(integer, 'Who did it; 0 where nobody asked for it.', 1),
  targets: HistoryTargets,
  fields: HistoryEntry.properties.fields,
  webhook_id: described(integer, 'The webhook.', 1),
  sequence: described(integer, 'Counts the events of the webhook from 1, without gaps. 0 for a test.', 1),
  test: Type
    .Optional(described(
      Type.Boolean(), '`true` where an administrator has sent a test: nothing has happened, and `sequence` is 0.'
    )),
  data: Type
    .Optional(described(
      Type.Object({
        asset: Type.Optional(Asset),
        project: Type.Optional(Project),
        comment: Type.Optional(Comment),
        approval: Type.Optional(Approval),
        collection: Type.Optional(Collection)
      }),
      'The item or the collection as the API showed it at that moment, and the comment or the approval that it is about; empty where it happened to something else.',
      CreateAssetReply.examples[0]
    )),
  truncated: Type
    .Optional(described(Type.Boolean(), '`true` where the body would be larger than 256 KiB: then it has no `data`.'))
}, { title: 'WebhookPayload' })

const sent = wholeExample(WebhookPayload)
const sentHeaders = {
  'content-type': 'application/json',
  'user-agent': userAgent,
  'webhook-id': samples.entryId,
  'webhook-timestamp': String(Math.floor(Date.parse(samples.milliseconds) / 1000))
}

const headers = Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: true })

const WebhookAttempt = Type.Object({
  ...run,
  webhook_id: described(integer, 'The webhook.', 1),
  trigger: described(
    Type.Unsafe<string>({ type: 'string', enum: ['auto', 'manual', 'test'] }),
    'Why it was sent.',
    'auto'
  ),
  final: described(Type.Boolean(), 'Whether nothing follows: it has succeeded, or was the last.', true),
  http_url: described(text, 'Where it was sent.', 'https://archive.example.com/events'),
  http_method: described(text, 'By which method.', 'POST'),
  request_headers: described(headers, 'As they were sent, secrets masked.', sentHeaders),
  request_body: described(Nullable(text), 'As it was sent.', JSON.stringify(sent)),
  response_headers: described(
    Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: true }),
    'As they came, secrets masked.',
    { 'content-length': '0' }
  ),
  response_body: described(Nullable(text), 'The first 16 KiB, secrets masked.', '')
}, { title: 'WebhookAttempt' })

/** Either log of a webhook. */
const attemptsReply = (log: 'success_log' | 'failed_log', example: object) =>
  Type.Object({ [log]: described(Type.Array(WebhookAttempt), 'The attempts.', [example]) }, {
    description: 'The attempts, newest first. They are kept for 30 days.'
  })

const succeeded = wholeExample(WebhookAttempt)
const failed = {
  ...succeeded,
  status: 'failed',
  response_status: 503,
  error: 'http_status',
  final: false,
  next_attempt_at: '2026-01-15T09:31:17.102Z'
}

export const logReplies = {
  success: attemptsReply('success_log', succeeded),
  failed: attemptsReply('failed_log', failed)
}
