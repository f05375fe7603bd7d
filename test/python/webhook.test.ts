import { createHmac } from 'node:crypto'
import t from 'tap'
import { signStandard } from '../../src/webhooks/delivery/sign.js'
import { runPython, skip } from '../helper/python.js'

const body = JSON.stringify({ type: 'ASSET_OF_TOMORROW', title: 'Grüße' })
const secret = `whsec_${createHmac('sha256', 'x').update('x').digest('base64')}`
const now = Math.floor(Date.now() / 1000)

/** Headers as a webhook is sent. */
function headersOf (secrets: readonly string[], timestamp = now, sent = body) {
  return {
    'Webhook-Id': 'an id',
    'webhook-timestamp': String(timestamp),
    'WEBHOOK-SIGNATURE': signStandard(secrets, { id: 'an id', timestamp, body: sent })
  }
}

t.test('verify_webhook returns a genuine event, and refuses the rest', { skip }, async (t) => {
  const { genuine, mistakes, refusals } = await runPython(`
import email.message
genuine, plain, two, old, early = (arguments[name] for name in ('genuine', 'plain', 'two', 'old', 'early'))
body, secret = arguments['body'], arguments['secret']
message = email.message.Message()
for name, value in genuine.items():
    message[name] = value
without = {name: value for name, value in genuine.items() if name != 'Webhook-Id'}
show({
    'genuine': [
        verify_webhook(secret, genuine, body), verify_webhook(secret, message, body.encode()),
        verify_webhook('a plain secret', plain, body.encode()), verify_webhook(['other', secret], genuine, body),
        verify_webhook(secret, two, body), verify_webhook('other', two, body), verify_webhook(secret, old, body, tolerance=1000),
    ],
    'mistakes': [refused(verify_webhook, *given) for given in (
        (secret, genuine, json.loads(body)), (secret, genuine, None), ('', genuine, body), (None, genuine, body),
        ([], genuine, body), ([secret, ''], genuine, body), ('whsec_', genuine, body))],
    'refusals': [refused(verify_webhook, *given) for given in (
        (secret, genuine, body + ' '), ('other', genuine, body), (secret, old, body), (secret, early, body),
        (secret, without, body), (secret, {**genuine, 'webhook-timestamp': 'x'}, body), (secret, genuine, b''),
        (secret, {}, body), (secret, arguments['text'], 'text'))],
})`, {
    body,
    secret,
    genuine: headersOf([secret]),
    plain: headersOf(['a plain secret']),
    two: headersOf([secret, 'other']),
    old: headersOf([secret], now - 500),
    early: headersOf([secret], now + 500),
    text: headersOf([secret], now, 'text')
  })
  t.strictSame(genuine, Array(7).fill(JSON.parse(body)))
  t.strictSame(mistakes.map(([kind]: string[]) => kind), Array(7).fill('TypeError'))
  t.match(mistakes[0][1], /parsed/)
  t.match(mistakes[2][1], /secret is missing or empty/)
  t.strictSame(refusals.map(([kind, status]: unknown[]) => [kind, status]), Array(9).fill(['CutroomError', 0]))
  t.match(refusals.map(([, , text]: string[]) => text), [
    /signature/, /signature/, /timestamp/, /timestamp/, /webhook-id is missing/, /not a time/, /empty/, /is missing/, /no JSON/
  ])
})
