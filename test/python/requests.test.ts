import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { runPython, skip } from '../helper/python.js'

/** A server that answers as it is told, and the requests that came. */
async function serve (t: Test, answer: (request: IncomingMessage, response: ServerResponse, count: number) => void) {
  const requests: Array<{ method: string, url: string, headers: IncomingMessage['headers'], body: string }> = []
  const server = createServer((request, response) => {
    const kept = { method: request.method!, url: request.url!, headers: request.headers, body: '' }
    requests.push(kept)
    const count = requests.length
    request.setEncoding('utf8').on('data', (text: string) => { kept.body += text })
      .on('end', () => answer(request, response, count))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

const json = (response: ServerResponse, status: number, body: unknown, headers = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

t.test('The client for Python sends what it is told', { skip }, async (t) => {
  const { url, requests } = await serve(t, (_request, response) => json(response, 200, {
    asset: {}, errors: {}, results: [], ok: '', link: {}, custom_fields: {}
  }))
  await runPython(`
client = Client(arguments['url'] + '/below/', 'key\\n')
client.update_asset('a b/..', title='Tag', add_tags=['x'], headers={'If-Match': '"1"'})
client.update_asset_link('a', 3, password=None)
client.find_items(q='ä &', tag=('raw', '4k'), deleted=True, total=False, limit=None, **{'field.3': 'Berlin', 'field.4.from': '2026-01-01'})
client.find_items_by_body(tag=['raw'], **{'field.3': 'Berlin'})
client.remove_member('p', user_id=5)
client.trash_asset(asset_id='a')
Client(arguments['url'], token='token').is_asset_favorite if False else None
refused(Client(arguments['url'], token='token').get_shared_link)
refused(Client(arguments['url'], 'key').is_alive)
show(None)`, { url })
  t.match(requests, [
    { method: 'PUT', url: '/below/api/v2/assets/a%20b%2F..', body: '{"title": "Tag", "add_tags": ["x"]}' },
    { method: 'POST', url: '/below/api/v2/assets/a/links/3', body: '{"password": null}' },
    {
      method: 'GET',
      url: '/below/api/v2/search?q=%C3%A4%20%26&tag=raw&tag=4k&deleted=true&total=false&limit=null&field.3=Berlin&field.4.from=2026-01-01'
    },
    { method: 'POST', url: '/below/api/v2/search', body: '{"tag": ["raw"], "field.3": "Berlin"}' },
    { method: 'DELETE', url: '/below/api/v2/projects/p/members?user_id=5', body: '' },
    { method: 'POST', url: '/below/api/v2/assets/a/trash_bin', body: '' },
    { url: '/api/v2/shared' },
    { url: '/healthz' }
  ])
  t.match(requests[0]!.headers, { 'x-api-key': 'key', 'if-match': '"1"', 'content-type': 'application/json' })
  t.match(requests[6]!.headers, { authorization: 'Bearer token' })
  t.equal(requests[7]!.headers['x-api-key'], undefined)
})

t.test('What the client for Python does not know is a TypeError, and nothing is sent', { skip }, async (t) => {
  const { url, requests } = await serve(t, (_request, response) => json(response, 200, {}))
  const outcomes = await runPython(`
client = Client(arguments['url'], 'key')
with os.fdopen(os.pipe()[0], 'rb') as pipe: show([kind for kind, *_ in [
    refused(client.find_items, limt=1),
    refused(client.find_items, **{'field.x': 1}),
    refused(client.download_export, **{'for': 'excel'}),
    refused(client.get_asset),
    refused(client.get_asset, ''),
    refused(client.get_asset, None),
    refused(client.create_asset, titel='x'),
    refused(client.pages, client.get_asset, 'a'),
    refused(client.pages, client.find_items, with_headers=True),
    refused(client.changes, evnt='x'),
    refused(client.upload, 'a', io.BytesIO(b'')),
    refused(client.upload, 'a', io.StringIO('')),
    refused(client.upload, 'a', pipe, 'name'),
    refused(client.create_import, body=3),
    refused(Client, arguments['url'], 'key', token='token'),
]])`, { url })
  t.strictSame(outcomes, Array(15).fill('TypeError'))
  t.equal(requests.length, 0)
})

t.test('A key that no header takes is an error that does not print it, and so are a token and a header', { skip }, async (t) => {
  const { url, requests } = await serve(t, (_request, response) => json(response, 200, { asset: {} }))
  const keys = ['secret\nof mine', 'secret\r\nX-Other: 1', 'secret\n of mine', 'secret\0', 'secret…of mine']
  const outcomes: string[][] = await runPython(`
client = Client(arguments['url'], 'key')
show([outcome for key in arguments['keys'] for outcome in (
    refused(Client, arguments['url'], key),
    refused(Client, arguments['url'], token=key),
    refused(client.get_asset, 'a', headers={'X-API-KEY': key}),
    refused(client.create_import, body=b'', content_type=key),
)])`, { url, keys })
  t.equal(outcomes.length, 4 * keys.length)
  for (const [kind, text] of outcomes) {
    t.match(kind, /ValueError|TypeError/)
    t.notMatch(text, /secret|of mine|X-Other/)
  }
  t.equal(requests.length, 0)
})

t.test('A page of changes is told when it was dealt with, before the next request', { skip }, async (t) => {
  const { url } = await serve(t, (_request, response, count) => {
    json(response, 200, { changes: count < 3 ? [{ id: count }] : [], next: `n${count}`, more: false })
  })
  const told = await runPython(`
told = []
def on_next(place):
    told.append(place)
    if place == 'n3':
        raise InterruptedError()
client = Client(arguments['url'], 'key')
changes = client.changes(since='a', on_next=on_next)
told.append(next(changes)['next'])
told.append('dealt with')
told.append(next(changes)['next'])
changes.close()
told.append('closed')
told.append(refused(list, client.changes(since='b', on_next=on_next))[0])
show(told)`, { url })
  t.strictSame(told, ['n1', 'dealt with', 'n1', 'n2', 'closed', 'n3', 'InterruptedError'])
})

t.test('What is no success of the service is a CutroomError', { skip }, async (t) => {
  const answers: Record<string, (response: ServerResponse) => void> = {
    refused: (response) => json(response, 404, { error: 'asset not found' }),
    'refused-with-200': (response) => json(response, 200, { error: 'Not possible' }),
    empty: (response) => response.writeHead(401).end(),
    page: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    'bad-gateway': (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<html>'),
    nothing: (response) => response.writeHead(200).end(),
    'no-json': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"asset":'),
    other: (response) => json(response, 200, { hello: 'world' }),
    moved: (response) => response.writeHead(302, { location: `${url}/elsewhere` }).end(),
    later: (response) => json(response, 503, { error: 'Later' }, { 'retry-after': '3600' }),
    half: (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"asset": ', () => response.destroy())
    },
    'half-in-chunks': (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"asset": ', () => response.destroy())
    }
  }
  const { url, requests } = await serve(t, (request, response) => {
    answers[new URL(request.url!, 'http://localhost').pathname.split('/').at(-1)!]!(response)
  })
  const outcomes = await runPython(`
client = Client(arguments['url'], 'key')
show({name: refused(client.get_asset, name) for name in arguments['names']})`, { url, names: Object.keys(answers) })
  t.match(outcomes, {
    refused: ['CutroomError', 404, 'asset not found', null],
    'refused-with-200': ['CutroomError', 200, 'Not possible', null],
    empty: ['CutroomError', 401, null, null],
    page: ['CutroomError', 200, null, null],
    'bad-gateway': ['CutroomError', 502, null, null],
    nothing: ['CutroomError', 200, null, null],
    'no-json': ['CutroomError', 200, null, null],
    other: ['CutroomError', 200, null, null],
    moved: ['CutroomError', 302, null, null],
    later: ['CutroomError', 503, 'Later', 3600],
    half: ['IncompleteRead'],
    'half-in-chunks': ['IncompleteRead']
  })
  t.equal(requests.length, Object.keys(answers).length, 'nothing is repeated or redirected')
})

t.test('What a newer service adds to its answers is kept', { skip }, async (t) => {
  const sent = { asset: { id: 'a1', colour: { space: 'P3' } }, more: [1] }
  const { url } = await serve(t, (_request, response) => json(response, 200, sent))
  t.strictSame(await runPython("show(Client(arguments['url'], 'key').get_asset('a1'))", { url }), sent)
})

t.test('After 429 and 503 with Retry-After, reads and requests with an Idempotency-Key are sent again', { skip }, async (t) => {
  const { url, requests } = await serve(t, (request, response, count) => {
    const isOver = request.url!.includes('never') ? false : count % 3 === 0
    if (isOver) json(response, 200, { results: [], asset: {}, import: {} })
    else json(response, count % 2 === 0 ? 429 : 503, { error: 'Later' }, { 'retry-after': count % 2 === 0 ? '0' : new Date(0).toUTCString() })
  })
  const outcomes = await runPython(`
client = Client(arguments['url'], 'key')
show([
    refused(client.get_asset, 'a')[0],
    refused(client.find_items_by_body, q='x')[0],
    refused(client.create_asset, title='x', headers={'Idempotency-Key': '1'})[0],
    refused(client.create_import, body=io.BytesIO(b'rows'), headers={'idempotency-key': '1'})[0],
    refused(client.create_asset, title='x'),
    refused(client.get_asset, 'never'),
])`, { url })
  t.match(outcomes, ['answered', 'answered', 'answered', 'answered', ['CutroomError', 503, 'Later', 0], ['CutroomError', Number, 'Later', 0]])
  t.equal(requests.length, 4 * 3 + 1 + 4)
  t.strictSame(requests.slice(9, 12).map(({ body }) => body), ['rows', 'rows', 'rows'])
})

t.test('Answers that are no JSON are bytes, which a path or a file takes piece by piece', { skip }, async (t) => {
  const text = 'row\n'.repeat(100_000)
  const { url } = await serve(t, (request, response) => {
    if (request.method === 'HEAD') return response.writeHead(200, { 'x-one': '1' }).end()
    const isBroken = request.url!.includes('broken')
    response.writeHead(200, { 'content-type': request.url!.includes('media') ? 'text/html' : 'text/csv', 'content-length': text.length })
    if (!isBroken) return response.end(text)
    response.write(text.slice(0, 200_000), () => response.destroy())
  })
  const folder = t.testdir({ 'kept.csv': 'kept' })
  const outcome = await runPython(`
client = Client(arguments['url'], 'key')
folder = pathlib.Path(arguments['folder'])
whole, headers = client.download_export(format='csv', with_headers=True)
buffer = io.BytesIO()
signed = dict(expires=1, user=1, signature='x')
show({
    'whole': len(whole),
    'type': headers['content-type'],
    'path': client.download_export(into=folder / 'new.csv'),
    'size': (folder / 'new.csv').stat().st_size,
    'file': client.download_media('a', **signed, into=buffer),
    'buffer': len(buffer.getvalue()),
    'download': client.download('https://elsewhere.example.com/media/a?signature=x', into=str(folder / 'other.csv')),
    'broken': [refused(client.download, '/media/broken', into=folder / name)[0] for name in ('broken.csv', 'kept.csv')],
    'text file': refused(client.download, '/media/a', into=io.StringIO())[0],
    'head': client.get_media_headers('a', **signed)['x-one'],
    'there': sorted(os.listdir(folder)),
    'kept': (folder / 'kept.csv').read_text(),
})`, { url, folder })
  t.match(outcome, {
    whole: text.length,
    type: 'text/csv',
    path: text.length,
    size: text.length,
    file: text.length,
    buffer: text.length,
    download: text.length,
    broken: ['IncompleteRead', 'IncompleteRead'],
    'text file': 'TypeError',
    head: '1',
    there: ['kept.csv', 'new.csv', 'other.csv'],
    kept: 'kept'
  })
})

t.test('Pages are read by the cursor alone, whatever host a link names', { skip }, async (t) => {
  const link = '<https://elsewhere.example.com/api/v2/search?cursor=a%2Bb&limit=1>; rel="next"'
  const { url, requests } = await serve(t, (_request, response, count) => {
    json(response, 200, { results: [{ id: count }] }, count % 3 === 0 ? {} : { link })
  })
  const pages = await runPython(`
client = Client(arguments['url'], 'key')
show([[page['results'][0]['id'] for page in pages] for pages in (
    client.pages(client.find_items, q='harbour'), client.pages(client.find_items_by_body, q='harbour', limit=7))])`, { url })
  t.strictSame(pages, [[1, 2, 3], [4, 5, 6]])
  t.strictSame(requests.slice(0, 2).map((request) => request.url), ['/api/v2/search?q=harbour&limit=100',
    '/api/v2/search?q=harbour&limit=100&cursor=a%2Bb'])
  t.strictSame(requests.slice(4).map(({ body }) => JSON.parse(body)), Array(2).fill({ q: 'harbour', limit: 7, cursor: 'a+b' }))
})

t.test('Following changes goes on after lost connections and failures, and ends with others', { skip }, async (t) => {
  const { url, requests } = await serve(t, (_request, response, count) => {
    if (count === 1) return json(response, 200, { changes: [], next: 'a', more: false })
    if (count === 2) return response.destroy()
    if (count === 3) return json(response, 502, {})
    if (count === 4) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      return response.write('{', () => response.destroy())
    }
    if (count === 5) return json(response, 200, { changes: [{ id: 1 }], next: 'b', more: true })
    if (count === 6) return json(response, 200, { changes: [], next: 'c', more: false })
    json(response, 401, {})
  })
  const told = await runPython(`
cutroom._LONGEST_BACKOFF_S = 0.01
told = []
client = Client(arguments['url'], 'key')
changes = client.changes(on_next=told.append, include='item')
told.append('begun')
for page in changes:
    told.append(page['changes'])
    break
told.append(refused(next, changes))
show(told)`, { url })
  t.strictSame(told, ['a', 'begun', [{ id: 1 }], 'b', 'c', ['CutroomError', 401, null, null]])
  t.equal(requests[0]!.url, '/api/v2/changes?since=now&wait=0&include=item')
  t.equal(requests[5]!.url, '/api/v2/changes?since=b&wait=30&include=item')
})

t.test('A silent connection counts as lost after the timeout, to which a wait is added', { skip }, async (t) => {
  const { url } = await serve(t, (request, response) => {
    if (request.url!.includes('wait=30')) setTimeout(() => json(response, 200, { changes: [], next: 'a', more: false }), 1500)
  })
  const outcomes = await runPython(`
client = Client(arguments['url'], 'key', timeout=1)
show([refused(client.list_changes, wait=30)[0], refused(client.get_asset, 'a')[0]])`, { url })
  t.match(outcomes, ['answered', /timeout|TimeoutError/])
})

t.test('Changes go on after a connection that was silent for longer than was waited for', { skip }, async (t) => {
  const { url, requests } = await serve(t, (_request, response, count) => {
    if (count === 1) json(response, 200, { changes: [], next: 'a', more: false })
    else if (count > 3) json(response, 200, { changes: [{ id: 1 }], next: 'b', more: false })
  })
  const page = await runPython(`
cutroom._LONGEST_BACKOFF_S = 0.01
client = Client(arguments['url'], 'key')
changes = client.changes()
client._transport._timeout = 1 - 30
show(next(changes))`, { url })
  t.match(page, { changes: [{ id: 1 }], next: 'b' })
  t.ok(requests.length > 3)
  t.strictSame([...new Set(requests.slice(1).map((request) => request.url))], ['/api/v2/changes?since=a&wait=30'])
})
