import { Type } from '@sinclair/typebox'
import { EventKinds, Flag, Nullable, Text, WholeNumber } from '../../../../../src/http/schemas.js'
import { HeaderKey, HeaderValue, HttpMethod, HttpUrl, IsoTime } from '../../../../../src/webhooks/parameters.js'

export const WebhookParams = Type.Object({ webhook_id: Type.String() })

export const WebhookHeaderParams = Type.Object({ webhook_id: Type.String(), webhook_header_id: Type.String() })

export const WebhookUserParams = Type.Object({ webhook_id: Type.String(), webhook_user_id: Type.String() })

export const AttemptParams = Type.Object({ webhook_id: Type.String(), attempt_id: Type.String() })

export const CreateWebhookBody = Type.Object({
  name: Text,
  http_url: HttpUrl,
  http_method: HttpMethod,
  trigger_events: EventKinds,
  project_id: Type.Optional(Text)
})

export const UpdateWebhookBody = Type.Object({
  name: Type.Optional(Text),
  http_url: Type.Optional(HttpUrl),
  http_method: Type.Optional(HttpMethod),
  trigger_events: Type.Optional(EventKinds),
  disabled: Type.Optional(Flag),
  project_id: Type.Optional(Text)
})

export const CreateWebhookHeaderBody = Type.Object({
  header_key: HeaderKey,
  header_value: HeaderValue,
  hidden: Type.Optional(Flag),
  is_hmac: Type.Optional(Flag)
})

export const CreateWebhookUserBody = Type.Object({ user_id: WholeNumber })

export const RecoverBody = Type.Object({ since: IsoTime })

const text = Type.String()
const dates = { created_at: text, updated_at: text }

const WebhookHeader = Type.Object({
  id: Type.Integer(),
  webhook_id: Type.Integer(),
  header_key: text,
  header_value: Type.Optional(text),
  hidden: Type.Boolean(),
  is_hmac: Type.Boolean(),
  ...dates
})

const WebhookUser = Type.Object({ id: Type.Integer(), webhook_id: Type.Integer(), user_id: Type.Integer(), ...dates })

/** The newest attempt. */
const LatestRun = Type.Object({
  id: text,
  event_id: text,
  event: text,
  status: text,
  response_status: Nullable(Type.Integer()),
  error: Nullable(text),
  attempt: Type.Integer(),
  duration_ms: Type.Integer(),
  created_at: text,
  next_attempt_at: Nullable(text)
})

const Webhook = Type.Object({
  id: Type.Integer(),
  name: text,
  http_url: text,
  http_method: text,
  trigger_events: Type.Array(text),
  ...dates,
  disabled: Type.Boolean(),
  project_id: Nullable(text),
  queue_length: Type.Integer(),
  retry_queue_length: Type.Integer(),
  latest_run: Nullable(LatestRun),
  webhook_users: Type.Array(WebhookUser),
  webhook_headers: Type.Array(WebhookHeader)
})

export const WebhookReply = Type.Object({ webhook: Webhook })

export const WebhookHeaderReply = Type.Object({ webhook_header: WebhookHeader })

export const WebhookUserReply = Type.Object({ webhook_user: WebhookUser })
