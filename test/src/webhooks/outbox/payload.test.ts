import t from 'tap'
import type { RecordedEvent } from '#src/core/events/record.js'
import { fillPayload, writePayload } from '#src/webhooks/outbox/payload.js'

const event: RecordedEvent = {
  id: '01a1faa9-194d-77d5-974f-5f5c59acebcf',
  event: 'ASSET_ADDED',
  severity: 1,
  time: '2026-11-20T20:32:28.492Z',
  userId: 7,
  targets: { asset_id: 'a' },
  data: { asset: { id: 'a', title: 'T' } }
}
const withTitle = (title: string): RecordedEvent => ({ ...event, data: { asset: { id: 'a', title } } })
const bodyOf = (event: RecordedEvent, webhookId = 3, sequence = 9) =>
  fillPayload(writePayload('default', event), webhookId, sequence)

t.test('the fields of the body have a fixed order', async (t) => {
  t.equal(
    bodyOf(event),
    '{"id":"01a1faa9-194d-77d5-974f-5f5c59acebcf","type":"ASSET_ADDED","timestamp":"2026-11-20T20:32:28.492Z","event":"ASSET_ADDED",' +
      '"time":"2026-11-20T20:32:28.492Z","account":"default","severity":1,"user_id":7,"targets":{"asset_id":"a"},"fields":null,"webhook_id":3,"sequence":9,' +
      '"data":{"asset":{"id":"a","title":"T"}}}'
  )
})

t.test('an event without an item has an empty data object', async (t) => {
  t.strictSame(JSON.parse(bodyOf({ ...event, data: undefined })).data, {})
})

t.test('no text of a caller is taken for a placeholder', async (t) => {
  for (const title of ['\u0001\u0002', '$1 $& $$', '"webhook_id":1', '\ud800', '\u2028', '{{sequence}}', '\\u0001']) {
    const body = JSON.parse(fillPayload(writePayload(`account \u0001 ${title}`, withTitle(title)), 3, 9))
    t.equal(body.webhook_id, 3)
    t.equal(body.sequence, 9)
    t.equal(body.data.asset.title, title)
  }
})

t.test('a body of up to 256 KiB is sent as it is, a larger one without data', async (t) => {
  const room = 256 * 1024 - Buffer.byteLength(bodyOf(withTitle(''), 3, 9))
  const whole = bodyOf(withTitle('x'.repeat(room - 40)))
  t.ok(Buffer.byteLength(whole) <= 256 * 1024)
  t.notOk('truncated' in JSON.parse(whole))

  const cut = JSON.parse(bodyOf(withTitle('x'.repeat(room + 1))))
  t.equal(cut.truncated, true)
  t.notOk('data' in cut)
  t.match(cut, { id: event.id, targets: event.targets, webhook_id: 3, sequence: 9 })
})

t.test('the limit counts bytes, and the largest numbers fit', async (t) => {
  const euros = bodyOf(withTitle('€'.repeat(87_200)), 2 ** 31 - 1, Number.MAX_SAFE_INTEGER)
  t.ok(Buffer.byteLength(euros) <= 256 * 1024)
  t.equal(JSON.parse(bodyOf(withTitle('€'.repeat(90_000)))).truncated, true)
})
