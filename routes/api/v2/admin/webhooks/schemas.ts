import { Type } from '@sinclair/typebox'
import { described, Flag, Name, Nullable, strict, Text, WholeNumber } from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { HeaderKey, HeaderValue } from '#src/webhooks/subscriptions/header-rules.js'
import { HttpMethod, HttpUrl, IsoTime } from '#src/webhooks/subscriptions/parameters.js'
import { EventKinds } from '../../event-kinds.js'
import { answerTo } from '../../examples.js'
import { EventKindName, orRefused, samples } from '../../schemas.js'

export const webhooksTag: Tag = {
  name: 'Webhooks',
  description: 'Webhooks send events to other systems. Only administrators can manage them.',
  position: 100
}

const text = Type.String()
const integer = Type.Integer()

const webhookId = described(text, idOf('webhook'), '1')

export const WebhookParams = Type.Object({ webhook_id: webhookId })

export const WebhookHeaderParams = Type.Object({
  webhook_id: webhookId,
  webhook_header_id: described(text, idOf('header'), '1')
})

export const WebhookUserParams = Type.Object({
  webhook_id: webhookId,
  webhook_user_id: described(text, descriptions.webhookUserId, '1')
})

export const AttemptParams = Type.Object({
  webhook_id: webhookId,
  attempt_id: described(text, 'Id of an attempt, from a log.', samples.attemptId)
})

const name = described(Name, descriptions.name, 'Archive')
const httpUrl = described(
  HttpUrl, 'URL that receives the events: http or https, at most 10,000 characters.', 'https://archive.example.com/events'
)
const httpMethod = described(
  HttpMethod, 'HTTP method: GET, POST, PUT, PATCH or DELETE, in upper or lower case. GET and DELETE have no body.', 'POST'
)
const triggerEvents = described(EventKinds, descriptions.triggerEvents, ['ASSET_ADDED', 'ASSET_FINISHED_INGEST'])
const projectId = described(Text, 'Id of a project: the webhook receives only events in this project or anywhere below it.')

export const CreateWebhookBody = Type.Object({
  name,
  http_url: httpUrl,
  http_method: httpMethod,
  trigger_events: triggerEvents,
  project_id: Type.Optional(projectId)
})

export const UpdateWebhookBody = Type.Object({
  name: Type.Optional(name),
  http_url: Type.Optional(httpUrl),
  http_method: Type.Optional(httpMethod),
  trigger_events: Type.Optional(triggerEvents),
  disabled: Type
    .Optional(described(Flag, 'Whether the webhook is disabled. A disabled webhook keeps its queue. When it is enabled again, it continues where it stopped.', false)),
  project_id: Type.Optional(projectId)
})

export const CreateWebhookHeaderBody = Type.Object({
  header_key: described(HeaderKey, descriptions.headerName, 'X-Signature'),
  header_value: described(
    HeaderValue,
    'Value of the header or, with `is_hmac`, the secret to sign bodies with.',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  ),
  hidden: Type.Optional(described(Flag, 'Whether the value is hidden from everybody after this answer.', true)),
  is_hmac: Type
    .Optional(described(Flag, 'Whether the header carries a signature of the body instead of the value.', true))
})

export const CreateWebhookUserBody = Type.Object({
  user_id: described(WholeNumber, 'Id of the user to link.', 2)
})

export const RecoverBody = strict(Type.Object({
  since: described(IsoTime, 'Time of the earliest failure to repeat: ISO 8601. A time without a zone is in UTC.', '2026-01-15T00:00:00Z')
}))

const dates = {
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  updated_at: described(text, descriptions.updatedAt, samples.milliseconds)
}

const WebhookHeader = Type.Object({
  id: described(integer, idOf('header'), 1),
  webhook_id: described(integer, 'Id of the webhook that sends the header.', 1),
  header_key: described(text, descriptions.headerName, 'X-Signature'),
  header_value: Type
    .Optional(described(text, 'Value of the header. If it is hidden or a secret, only the answer that creates it shows it.')),
  hidden: described(Type.Boolean(), 'Whether the value is hidden from everybody.', true),
  is_hmac: described(Type.Boolean(), 'Whether the header carries a signature.', true),
  ...dates
}, { title: 'WebhookHeader' })

const WebhookUser = Type.Object({
  id: described(integer, descriptions.webhookUserId, 1),
  webhook_id: described(integer, idOf('webhook'), 1),
  user_id: described(integer, idOf('user'), 2),
  ...dates
}, { title: 'WebhookUser' })

const errorNames = ['timeout', 'dns', 'connect', 'tls', 'reset', 'blocked_address', 'redirect', 'http_status', null]

/** An attempt in a log, and the newest one in a webhook. */
export const run = {
  id: described(text, 'Id of the attempt.', samples.attemptId),
  event_id: described(text, 'Id of the event, which is the id of its history entry.', samples.entryId),
  event: described(EventKindName, descriptions.eventKind, 'ASSET_ADDED'),
  status: described(
    Type.Unsafe<string>({ type: 'string', enum: ['success', 'failed'] }),
    'Result of the attempt. An answer of 2xx is a success.',
    'success'
  ),
  response_status: described(Nullable(integer), 'HTTP status of the answer; null if there was no answer.', 200),
  error: described(Type.Unsafe<string | null>({ type: ['string', 'null'], enum: errorNames }), 'Reason for the failure; null after a success.', null),
  attempt: described(integer, 'Number of the attempt, counted from 1.', 1),
  duration_ms: described(integer, 'Duration of the attempt in milliseconds.', 48),
  created_at: described(text, 'When the attempt ended: ISO 8601, in UTC, to the millisecond.', '2026-01-15T09:31:12.471Z'),
  next_attempt_at: described(
    Nullable(text),
    'When the next attempt is due; null if there is none, or none before the webhook is enabled.',
    null
  )
}

const LatestRun = Type.Object(run, { title: 'WebhookRun' })

const Webhook = Type.Object({
  id: described(integer, idOf('webhook'), 1),
  name: described(text, descriptions.name, 'Archive'),
  http_url: described(text, 'URL that receives the events.', 'https://archive.example.com/events'),
  http_method: described(text, 'HTTP method, as it was sent.', 'POST'),
  trigger_events: described(Type.Array(EventKindName), descriptions.triggerEvents, ['ASSET_ADDED', 'ASSET_FINISHED_INGEST']),
  ...dates,
  disabled: described(
    Type.Boolean(),
    'Whether the webhook is disabled: it then sends nothing but tests. An update can disable it. The service disables it when the receiver answers 410, when its project is deleted permanently, or when no delivery has succeeded for five days and at least two events have failed permanently.',
    false
  ),
  project_id: described(Nullable(text), 'Id of the project to which the webhook is limited; null if it is not limited.', null),
  queue_length: described(integer, 'Number of deliveries that wait for their first attempt.', 0),
  retry_queue_length: described(integer, 'Number of deliveries that wait for another attempt.', 0),
  latest_run: described(Nullable(LatestRun), 'Last attempt; null before the first one.', null),
  webhook_users: described(Type.Array(WebhookUser), 'Users whose events the webhook sends; empty if it sends the events of all users.', []),
  webhook_headers: described(Type.Array(WebhookHeader), 'Additional headers that the webhook sends.', [])
}, { title: 'Webhook' })

export const WebhookReply = Type.Object({ webhook: Webhook }, { description: 'The webhook.' })

export const CreateWebhookReply = orRefused(answerTo(CreateWebhookBody, WebhookReply))

export const UpdateWebhookReply = answerTo(UpdateWebhookBody, WebhookReply)

export const WebhooksReply = Type.Object({ webhooks: Type.Array(Webhook) }, {
  description: 'The webhooks, ordered by id.'
})

export const WebhookHeaderReply = orRefused(answerTo(
  CreateWebhookHeaderBody,
  Type.Object({ webhook_header: WebhookHeader }, {
    description: 'The header. If its value is hidden or a secret, only this answer shows it.'
  })
))

export const WebhookUserReply = answerTo(CreateWebhookUserBody,
  Type.Object({ webhook_user: WebhookUser }, { description: 'The link. If the user is linked already, it is the existing link.' }))
