import { Type } from '@sinclair/typebox'
import { EventKinds } from '#src/http/event-kinds.js'
import { described, Flag, Name, Nullable, strict, Text, WholeNumber } from '#src/http/schemas.js'
import type { Tag } from '#src/openapi/tags.js'
import { HeaderKey, HeaderValue } from '#src/webhooks/subscriptions/header-rules.js'
import { HttpMethod, HttpUrl, IsoTime } from '#src/webhooks/subscriptions/parameters.js'
import { answerTo } from '../../examples.js'
import { EventKindName, orRefused, samples } from '../../schemas.js'

export const webhooksTag: Tag = {
  name: 'Webhooks',
  description: 'What is told to other systems when something happens. They need an administrator.',
  position: 100
}

const text = Type.String()
const integer = Type.Integer()

const webhookId = described(text, 'Id of the webhook.', '1')

export const WebhookParams = Type.Object({ webhook_id: webhookId })

export const WebhookHeaderParams = Type.Object({
  webhook_id: webhookId,
  webhook_header_id: described(text, 'Id of the header.', '1')
})

export const WebhookUserParams = Type.Object({
  webhook_id: webhookId,
  webhook_user_id: described(text, 'Id of the link.', '1')
})

export const AttemptParams = Type.Object({
  webhook_id: webhookId,
  attempt_id: described(text, 'Id of an attempt, from a log.', samples.attemptId)
})

const name = described(Name, 'What people call it.', 'Archive')
const httpUrl = described(
  HttpUrl, 'Where events are sent: http or https, at most 10,000 characters.', 'https://archive.example.com/events'
)
const httpMethod = described(
  HttpMethod, 'GET, POST, PUT, PATCH or DELETE, in any case. GET and DELETE go out without a body.', 'POST'
)
const triggerEvents = described(EventKinds, 'What it is told of.', ['ASSET_ADDED', 'ASSET_FINISHED_INGEST'])
const projectId = described(Text, 'Only what happens in this project, or anywhere below it.')

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
    .Optional(described(Flag, 'A disabled webhook keeps its queue. Enabling it goes on where it stopped.', false)),
  project_id: Type.Optional(projectId)
})

export const CreateWebhookHeaderBody = Type.Object({
  header_key: described(HeaderKey, 'Name of the header.', 'X-Signature'),
  header_value: described(
    HeaderValue,
    'Its value; or, with `is_hmac`, the secret by which bodies are signed.',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  ),
  hidden: Type.Optional(described(Flag, 'Whether the value is shown to nobody after this.', true)),
  is_hmac: Type
    .Optional(described(Flag, 'Whether the header carries a signature of the body instead of its value.', true))
})

export const CreateWebhookUserBody = Type.Object({
  user_id: described(WholeNumber, 'Id of a user: with one or more of them, only what they cause is sent.', 2)
})

export const RecoverBody = strict(Type.Object({
  since: described(IsoTime, 'ISO 8601. Without a zone it is in UTC.', '2026-01-15T00:00:00Z')
}))

const createdAt = described(text, 'ISO 8601, UTC, to the millisecond.', samples.milliseconds)
const dates = { created_at: createdAt, updated_at: createdAt }

const WebhookHeader = Type.Object({
  id: described(integer, 'Id of the header.', 1),
  webhook_id: described(integer, 'The webhook that sends it.', 1),
  header_key: described(text, 'Name of the header.', 'X-Signature'),
  header_value: Type
    .Optional(described(text, 'Left out where it is hidden or a secret, but in the answer that creates it.')),
  hidden: described(Type.Boolean(), 'Whether the value is shown to nobody.', true),
  is_hmac: described(Type.Boolean(), 'Whether the header carries a signature.', true),
  ...dates
}, { title: 'WebhookHeader' })

const WebhookUser = Type.Object({
  id: described(integer, 'Id of the link.', 1),
  webhook_id: described(integer, 'The webhook.', 1),
  user_id: described(integer, 'The user.', 2),
  ...dates
}, { title: 'WebhookUser' })

const errorNames = ['timeout', 'dns', 'connect', 'tls', 'reset', 'blocked_address', 'redirect', 'http_status', null]

/** An attempt in a log, and the newest one in a webhook. */
export const run = {
  id: described(text, 'Id of the attempt.', samples.attemptId),
  event_id: described(text, 'Id of the event: that of its history entry.', samples.entryId),
  event: described(EventKindName, 'What happened.', 'ASSET_ADDED'),
  status: described(
    Type.Unsafe<string>({ type: 'string', enum: ['success', 'failed'] }),
    'Success is an answer of 2xx.',
    'success'
  ),
  response_status: described(Nullable(integer), 'Null where there was no answer.', 200),
  error: described(Type.Unsafe<string | null>({ type: ['string', 'null'], enum: errorNames }), 'Why it failed.', null),
  attempt: described(integer, 'Counts from 1.', 1),
  duration_ms: described(integer, 'Milliseconds that it took.', 48),
  created_at: described(text, 'When it ended: ISO 8601, UTC, to the millisecond.', '2026-01-15T09:31:12.471Z'),
  next_attempt_at: described(
    Nullable(text),
    'When it is tried again; null where it is not, or not before the webhook is enabled.',
    null
  )
}

const LatestRun = Type.Object(run, { title: 'WebhookRun' })

const Webhook = Type.Object({
  id: described(integer, 'Id of the webhook.', 1),
  name: described(text, 'What people call it.', 'Archive'),
  http_url: described(text, 'Where events are sent.', 'https://archive.example.com/events'),
  http_method: described(text, 'As it was sent.', 'POST'),
  trigger_events: described(Type.Array(EventKindName), 'What it is told of.', ['ASSET_ADDED', 'ASSET_FINISHED_INGEST']),
  ...dates,
  disabled: described(
    Type.Boolean(),
    'Whether it sends nothing: set by an update, or by the service when the receiver answers 410 or nothing has arrived for five days.',
    false
  ),
  project_id: described(Nullable(text), 'The project to which it is limited.', null),
  queue_length: described(integer, 'Deliveries that wait for their first attempt.', 0),
  retry_queue_length: described(integer, 'Deliveries that wait to be tried again.', 0),
  latest_run: described(Nullable(LatestRun), 'Null before the first attempt.', null),
  webhook_users: described(Type.Array(WebhookUser), 'Whose doing it is limited to.', []),
  webhook_headers: described(Type.Array(WebhookHeader), 'What it sends besides its own headers.', [])
}, { title: 'Webhook' })

export const WebhookReply = Type.Object({ webhook: Webhook }, { description: 'The webhook.' })

export const CreateWebhookReply = orRefused(answerTo(CreateWebhookBody, WebhookReply))

export const UpdateWebhookReply = answerTo(UpdateWebhookBody, WebhookReply)

export const WebhooksReply = Type.Object({ webhooks: Type.Array(Webhook) }, {
  description: 'The webhooks, in the order of their ids.'
})

export const WebhookHeaderReply = orRefused(answerTo(
  CreateWebhookHeaderBody,
  Type.Object({ webhook_header: WebhookHeader }, {
    description: 'The header. Its value is shown here and, if it is hidden or a secret, nowhere after.'
  })
))

export const WebhookUserReply = answerTo(CreateWebhookUserBody,
  Type.Object({ webhook_user: WebhookUser }, { description: 'The link. Linking a user again gives the first one.' }))
