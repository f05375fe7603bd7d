import { Type } from '@sinclair/typebox'
import { described, Nullable } from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import { userAgent } from '#src/basics/version.js'
import { CreateAssetReply } from '../../../assets/schemas.js'
import { wholeExample } from '../../../examples.js'
import { EventKindName, HistoryEntry, HistoryTargets, samples } from '../../../schemas.js'
import { run } from '../schemas.js'
import { things } from './events.js'

const integer = Type.Integer()
const text = Type.String()

/** The body of requests to a webhook. */
export const WebhookPayload = Type.Object({
  id: described(
    text, 'Id of the event. It is the same at every attempt: use it to recognise an event that arrives twice.', samples.entryId
  ),
  type: described(EventKindName, descriptions.eventKind, 'ASSET_ADDED'),
  timestamp: described(text, descriptions.eventTime, samples.milliseconds),
  event: described(EventKindName, descriptions.sameAsType, 'ASSET_ADDED'),
  time: described(text, 'Same as `timestamp`.', samples.milliseconds),
  account: described(text, descriptions.accountName, 'default'),
  severity: described(integer, descriptions.severity, 1),
  user_id: described(integer, descriptions.actor, 1),
  targets: HistoryTargets,
  fields: HistoryEntry.properties.fields,
  webhook_id: described(integer, idOf('webhook'), 1),
  sequence: described(integer, 'Number of the event in this webhook. It counts from 1 without gaps, except that a restore of a backup makes it 1,000,000 higher. It is 0 for a test.', 1),
  test: Type
    .Optional(described(
      Type.Boolean(), '`true` if an administrator has sent a test: nothing has happened, and `sequence` is 0. Absent otherwise.'
    )),
  data: Type
    .Optional(described(
      Type.Partial(Type.Object(things)),
      'The affected objects, as the API presented them at that moment. Empty if the event has none.',
      CreateAssetReply.examples[0]
    )),
  truncated: Type
    .Optional(described(Type.Boolean(), '`true` if the body would be larger than 256 KiB with its `data`, which is then absent.'))
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
  webhook_id: described(integer, idOf('webhook'), 1),
  trigger: described(
    Type.Unsafe<string>({ type: 'string', enum: ['auto', 'manual', 'test'] }),
    'Cause of the attempt.',
    'auto'
  ),
  final: described(Type.Boolean(), 'Whether no other attempt follows: this one has succeeded, or was the last.', true),
  http_url: described(text, 'URL that the attempt was sent to.', 'https://archive.example.com/events'),
  http_method: described(text, 'HTTP method of the attempt.', 'POST'),
  request_headers: described(headers, 'Headers of the request; secrets are masked.', sentHeaders),
  request_body: described(Nullable(text), 'Body of the request; null if it had none.', JSON.stringify(sent)),
  response_headers: described(
    Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: true }),
    'Headers of the answer; secrets are masked. Null if there was no answer.',
    { 'content-length': '0' }
  ),
  response_body: described(Nullable(text), 'First 16 KiB of the answer’s body; secrets are masked. Null if there was no answer.', '')
}, { title: 'WebhookAttempt' })

/** Either log of a webhook. */
const attemptsReply = (log: 'success_log' | 'failed_log', example: object) =>
  Type.Object({ [log]: described(Type.Array(WebhookAttempt), 'Attempts, newest first.', [example]) }, {
    description: 'A page of the log, newest first.'
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
