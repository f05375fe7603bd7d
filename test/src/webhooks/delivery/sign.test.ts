import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { signHex, signStandard } from '#src/webhooks/delivery/sign.js'

/** The published example of Standard Webhooks, with which its authors test their libraries. */
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  message: { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' },
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
}

t.test('the published example of Standard Webhooks gets its published signature', async (t) => {
  t.equal(signStandard([published.secret], published.message), published.signature)
  t.equal(
    signStandard([published.secret], { ...published.message, body: Buffer.from(published.message.body) }),
    published.signature
  )
})

const body = '{"title":"Über 日本 \\" \\u0001"}'
const headersFor = (secrets: string[]) => {
  const timestamp = Math.floor(Date.now() / 1000)
  return {
    'webhook-id': 'an-id',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signStandard(secrets, { id: 'an-id', timestamp, body })
  }
}

t.test('the official library verifies signatures by a secret in base64 and by one in plain text', async (t) => {
  const base64 = `whsec_${Buffer.from('a secret of some length').toString('base64')}`
  t.strictSame(new Webhook(base64).verify(body, headersFor([base64])), JSON.parse(body))
  const plain = 'pässword'
  t.strictSame(
    new Webhook(new Uint8Array(Buffer.from(plain)), { format: 'raw' }).verify(body, headersFor([plain])),
    JSON.parse(body)
  )
})

t.test('while a secret is replaced, the old one and the new one both verify', async (t) => {
  const [oldSecret, newSecret] = ['one', 'two'].map((text) => `whsec_${Buffer.from(text).toString('base64')}`) as [
    string,
    string
  ]
  const headers = headersFor([oldSecret, newSecret])
  t.equal(headers['webhook-signature'].split(' ').length, 2)
  t.ok(new Webhook(oldSecret).verify(body, headers))
  t.ok(new Webhook(newSecret).verify(body, headers))
  t.throws(() => new Webhook(`whsec_${Buffer.from('three').toString('base64')}`).verify(body, headers))
})

t.test('the named header holds the lower-case hexadecimal HMAC of the raw body, by the secret as it was written', async (t) => {
  for (const secret of ['plain', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '']) {
    t.equal(
      signHex(secret, Buffer.from(body)),
      createHmac('sha256', Buffer.from(secret)).update(Buffer.from(body)).digest('hex')
    )
  }
  // RFC 4231, test case 2.
  t.equal(
    signHex('Jefe', 'what do ya want for nothing?'),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
  )
})
