import t from 'tap'
import { mask, maskHeaders, MASK } from '#src/webhooks/delivery/mask.js'

t.test('Masked headers stay JSON and do not show a secret, whatever it looks like', async (t) => {
  for (const secret of ['":"2', '","x', '{"a"', '\\"\\"', 'Bearer of "quotes"', 'plain secret']) {
    const headers = {
      'content-type': 'text/plain',
      'x-echo': `it was ${secret}`,
      'set-cookie': ['a=b', secret],
      [`x-${secret}`]: '2'
    }
    t.strictSame(JSON.parse(maskHeaders(headers, [secret])), {
      'content-type': 'text/plain', 'x-echo': `it was ${MASK}`, 'set-cookie': ['a=b', MASK], [`x-${MASK}`]: '2'
    }, secret)
  }
})

t.test('A secret is masked in its plain form and in its JSON form', async (t) => {
  t.equal(mask('a "q" b', ['a "q"']), `${MASK} b`)
  t.equal(mask('{"echo":"a \\"q\\""}', ['a "q"']), `{"echo":"${MASK}"}`)
})
