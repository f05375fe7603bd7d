import { Type } from '@sinclair/typebox'
import { described, Nullable } from '#src/http/schemas.js'
import { userAgent } from '#src/process/version.js'
import { wholeExample } from '../../../examples.js'
import { samples } from '../../../schemas.js'
import { run, WebhookPayload } from '../schemas.js'

const integer = Type.Integer()
const text = Type.String()

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
