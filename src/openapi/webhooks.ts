import type { TSchema } from '@sinclair/typebox'
import { exampleOf } from './examples.js'
import { toPlain } from './plain.js'
import type { Tag } from './tags.js'

const header = (name: string, description: string, example: string) =>
  ({ in: 'header', name, description, required: name !== 'webhook-signature', schema: { type: 'string' }, example })

/**
 * The requests that the service sends, for the API document. `payload` has an example of their body, `events` the
 * schema of each kind.
 */
export function describeWebhooks (payload: object, events: readonly TSchema[], tag: Tag): Record<string, object> {
  const names = events.map(({ title, properties }) => [properties.type.const, `#/components/schemas/${title}`])
  const schema = {
    oneOf: events.map(toPlain),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(names) }
  }
  const whole = exampleOf(toPlain(payload)) as { id: string, timestamp: string, webhook_id: number, data?: object }
  const { data: _data, ...withoutData } = whole
  const kind = 'NOTIFICATION_ADDED'
  const targets = { webhook_id: whole.webhook_id }
  return {
    event: {
      post: {
        operationId: 'receiveEvent',
        tags: [tag.name],
        summary: 'Event that a webhook sends',
        description:
          'The service sends each event to the URL of the webhook at least once, with the method of the webhook. The bytes are the same at every attempt.',
        security: [],
        parameters: [
          header('webhook-id', '`id` of the event.', whole.id),
          header(
            'webhook-timestamp',
            'When this attempt was made, in seconds since 1970.',
            String(Math.floor(Date.parse(whole.timestamp) / 1000))
          ),
          header(
            'webhook-signature',
            'Signature by the rules of Standard Webhooks. While a secret is replaced, there are several signatures, separated by spaces. Absent if the webhook has no secret.',
            'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='
          )
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema,
              examples: {
                whole: { value: whole },
                truncated: { summary: 'Larger than 256 KiB with its data', value: { ...withoutData, truncated: true } },
                test: {
                  summary: 'A test that an administrator sends',
                  value: { ...withoutData, type: kind, event: kind, targets, test: true, sequence: 0, data: {} }
                }
              }
            }
          }
        },
        responses: {
          '2XX': { description: 'The event has arrived.' },
          410: { description: 'The receiver wants no more events. The webhook is disabled at once.' },
          default: { description: 'The event has not arrived. It is sent again, after longer and longer delays. `Retry-After` can make a delay up to twice as long.' }
        }
      }
    }
  }
}
