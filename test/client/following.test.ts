import t from 'tap'
import { JSON_TYPE, serveBadly } from '../helper/bad-service.js'
import { expected, loadClient } from '../helper/client.js'

t.test('Changes go on from where they were after lost connections and failures that pass', async (t) => {
  const page = (next: string) => JSON.stringify({ changes: [{ event: 'ASSET_ADDED' }], next, more: false })
  const { cutroom, asked } = await serveBadly(t, (_request, response, count) => {
    if (count === 2) response.socket!.destroy()
    else if (count === 3) response.writeHead(504, { 'content-type': 'text/html' }).end('late')
    else if (count === 5) response.writeHead(401).end()
    else response.writeHead(200, JSON_TYPE).end(page(`n${count}`))
  })
  const seen: string[] = []
  const follow = async () => {
    for await (const { next } of cutroom.changes({ since: 'a' })) seen.push(next)
  }
  await t.rejects(follow(), expected({ status: 401 }), 'a key that has ended')
  t.strictSame(seen, ['n1', 'n4'])
  t.match(asked[1], /since=n1/)
  t.match(asked[3], /since=n1/)
  t.match(asked[4], /since=n4/)
})

t.test('A page of changes that was dealt with is told, where the signal ends following then, too', async (t) => {
  const { cutroom, asked } = await serveBadly(t, (_request, response, count) => {
    const body = { changes: count === 2 ? [] : [{ event: 'ASSET_ADDED' }], next: `n${count}`, more: false }
    response.writeHead(200, JSON_TYPE).end(JSON.stringify(body))
  })
  const follow = async (endIn: 'page' | 'break' | 'told') => {
    const stop = new AbortController()
    const told: string[] = []
    const onNext = (next: string) => {
      told.push(next)
      if (endIn === 'told') stop.abort()
    }
    for await (const { next } of cutroom.changes({ since: 'a', signal: stop.signal, onNext })) {
      t.notOk(told.includes(next), 'it is not told before it was dealt with')
      if (endIn === 'page') stop.abort()
      if (endIn === 'break') break
    }
    return told
  }
  t.strictSame(await follow('page'), ['n1'])
  t.strictSame(await follow('told'), ['n2'], 'a page without changes')
  t.strictSame(await follow('break'), [], 'nobody knows whether it was dealt with')
  t.equal(asked.length, 3)
})

t.test('Changes that come when the signal has ended following are not given', async (t) => {
  const stop = new AbortController()
  const body = JSON.stringify({ changes: [{ event: 'ASSET_ADDED' }], next: 'n1', more: false })
  const { createClient } = await loadClient()
  const cutroom = createClient({
    url: 'http://127.0.0.1',
    fetch: async () => {
      stop.abort()
      return new Response(body, { headers: JSON_TYPE })
    }
  })
  const onNext = () => t.fail('it was not dealt with')
  t.strictSame(await cutroom.changes({ since: 'a', signal: stop.signal, onNext }).next(), { done: true, value: undefined })
})

t.test('Changes of something that is no service end with an error', async (t) => {
  const { cutroom, asked } = await serveBadly(t, (_request, response) => response.writeHead(200, JSON_TYPE).end('{"hello":"world"}'))
  await t.rejects(cutroom.changes({ since: 'now' }).next(), expected({ name: 'CutroomError', status: 200, text: null }))
  t.equal(asked.length, 1)
})
