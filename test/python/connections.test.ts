import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { runPython, skip } from '../helper/python.js'

t.test('Every connection of the client for Python is closed, even if the service does not say so', { skip }, async (t) => {
  const server = createServer((request, response) => {
    const [, answer] = /(?:assets|media)\/([a-z0-9-]+)/.exec(request.url!) ?? []
    const write = (status: number, type: string, body: string, length = body.length) => {
      response.writeHead(status, { 'content-type': type, 'content-length': String(length) }).write(body)
      if (length === body.length) response.end()
    }
    response.removeHeader('connection')
    if (answer === 'refused') write(404, 'application/json', '{"error": "asset not found"}')
    else if (answer === 'empty') response.writeHead(401, { 'content-length': '0' }).end()
    else if (answer === 'moved') response.writeHead(302, { location: '/', 'content-length': '0' }).end()
    else if (answer === 'page') write(200, 'text/html', '<html>', 100)
    else if (answer === 'no-json') write(200, 'application/json', '{"asset":')
    else if (answer === 'file') write(200, 'text/html', 'x'.repeat(200_000), 300_000)
    else if (request.method === 'HEAD') response.writeHead(200).end()
    else write(200, 'application/json', '{"asset": {}, "results": [], "changes": [], "next": "a", "more": false}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const kept = new Promise<number>((resolve) => {
    server.on('connection', (socket) => socket.once('close', () => server.getConnections((_error, count) => {
      if (count === 0) resolve(count)
    })))
  })
  const outcomes = await runPython(`
class Full(io.RawIOBase):
    def write(self, block):
        raise OSError('The disk is full')

client = Client(arguments['url'], 'key', timeout=1)
signed = dict(expires=1, user=1, signature='x')
next(client.pages(client.find_items))
show([
    [refused(client.get_asset, answer)[0] for answer in ('refused', 'empty', 'moved', 'page', 'no-json', 'whole')],
    refused(client.get_media_headers, 'whole', **signed)[0],
    [refused(client.download, '/media/file', into=into)[0] for into in (None, io.StringIO(), Full(), '/nowhere/at/all', '/dev/full', '/')],
    refused(client.upload, 'empty', io.BytesIO(b'x'), 'x')[0],
])`, { url })
  t.match(outcomes, [
    [...Array(5).fill('CutroomError'), 'answered'],
    'answered',
    [/timeout|TimeoutError/, 'TypeError', 'OSError', 'FileNotFoundError', /Error/, 'IsADirectoryError'],
    'CutroomError'
  ])
  t.equal(await kept, 0)
})
