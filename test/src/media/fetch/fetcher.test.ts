import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { newId } from '#src/basics/ids.js'
import type { Arrived } from '#src/media/thread/messages.js'
import { startFileSender, startSender } from '../../../helper/media/sender.js'
import { startFetching, sumsOf } from '../../../helper/media/fetching.js'

const MEBIBYTE = 1024 ** 2
const bytes = randomBytes(3 * MEBIBYTE)
const OLD = new Date('2026-01-01T00:00:00Z')

t.test('A file arrives complete, with its size, type and digest', async (t) => {
  const fetching = startFetching(t)
  const sender = await startFileSender(t, { bytes, contentType: 'Video/MP4; codecs="avc1"' })
  const result = await fetching.attempt(sender.url)
  t.match(result, {
    kind: 'whole',
    sums: sumsOf(bytes),
    arrived: { bytes: bytes.length, total: bytes.length, contentType: 'video/mp4', validator: '"1"' }
  })
  t.ok(bytes.equals(await fetching.bytesOf(result)))
  t.match(sender.requests[0]!.headers, { 'user-agent': 'Cutroom/test', 'accept-encoding': 'identity' })
  t.equal(sender.requests[0]!.headers.range, undefined)
})

t.test('An empty file is accepted', async (t) => {
  const result = await startFetching(t).attempt((await startFileSender(t, { bytes: Buffer.alloc(0) })).url)
  t.match(result, { kind: 'whole', sums: sumsOf(Buffer.alloc(0)), arrived: { bytes: 0 } })
})

t.test('A file without an announced length is complete when its body ends', async (t) => {
  const fetching = startFetching(t)
  const sender = await startSender(t, (_request, response) => {
    response.write(bytes)
    response.end('the end')
  })
  const result = await fetching.attempt(sender.url)
  t.match(result, {
    kind: 'whole',
    sums: sumsOf(Buffer.concat([bytes, Buffer.from('the end')])),
    arrived: { contentType: null }
  })
})

t.test('A compressed body is stored as it was sent', async (t) => {
  const packed = gzipSync(bytes)
  const sender = await startSender(t, (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
  })
  t.match(await startFetching(t).attempt(sender.url), { kind: 'whole', sums: sumsOf(packed) })
})

for (const [name, validator, sent] of [
  ['a strong ETag', { etag: '"abc"' }, '"abc"'],
  ['a Last-Modified', { etag: null, lastModified: OLD }, OLD.toUTCString()]
] as const) {
  t.test(`After a drop the rest is requested by ${name}, even by a process that did not receive the first part`, async (t) => {
    const fetching = startFetching(t)
    const sender = await startFileSender(t, {
      bytes,
      ...validator,
      dropAfter: (request) => request < 3 ? MEBIBYTE - 5 : Infinity
    })
    for (const amnesia of [false, true, false]) {
      const result = await fetching.attempt(sender.url)
      t.match(result, { kind: 'broken', error: /The connection to the sender broke.*after \d+ bytes/ })
      if (amnesia) fetching.forget()
    }
    const result = await fetching.attempt(sender.url)
    t.match(result, { kind: 'whole', sums: sumsOf(bytes) })
    t.ok(bytes.equals(await fetching.bytesOf(result)))
    t.equal((await fetching.files()).length, 1, 'no temporary file is left over')
    t.same(sender.requests.map(({ headers }) => headers['if-range']), [undefined, sent, sent, sent])
    t.same(sender.requests.map(({ headers }) => headers.range !== undefined), [false, true, true, true])
  })
}

for (const [name, validator] of [
  ['a weak ETag', { etag: 'W/"abc"' }],
  ['a weak ETag with a Last-Modified', { etag: 'W/"abc"', lastModified: OLD }],
  ['no validator', { etag: null }],
  ['a Last-Modified that is not in the past', { etag: null, lastModified: new Date(Date.now() + 60_000) }]
] as const) {
  t.test(`A sender that gives ${name} is asked for the whole file again`, async (t) => {
    const fetching = startFetching(t)
    const sender = await startFileSender(t, {
      bytes,
      ...validator,
      dropAfter: (request) => request < 1 ? MEBIBYTE : Infinity
    })
    t.match(await fetching.attempt(sender.url), { kind: 'broken', arrived: null })
    t.same(await fetching.files(), [])
    t.match(await fetching.attempt(sender.url), { kind: 'whole', sums: sumsOf(bytes) })
    t.equal(sender.requests[1]!.headers.range, undefined)
  })
}

t.test('A file that changed between two attempts is received again from its start, never mixed', async (t) => {
  const later = randomBytes(bytes.length)
  let file = { bytes, etag: '"1"', dropAfter: (): number => MEBIBYTE }
  const fetching = startFetching(t)
  const sender = await startSender(
    t,
    (request, response) => import('../../../helper/media/sender.js').then(({ sendFile }) => sendFile(request, response, file))
  )
  t.match(await fetching.attempt(sender.url), { kind: 'broken' })
  file = { bytes: later, etag: '"2"', dropAfter: () => Infinity }
  t.match(await fetching.attempt(sender.url), { kind: 'whole', sums: sumsOf(later) })
  t.equal((await fetching.files()).length, 1)
})

t.test('A sender that answers a range with something else does not corrupt the file', async (t) => {
  const answers: Array<[string, number, Record<string, string>, Buffer]> = [
    ['the whole with 200', 200, {}, bytes],
    ['another start', 206, { 'content-range': `bytes 5-${bytes.length - 1}/${bytes.length}` }, bytes.subarray(5)],
    ['another total', 206, { 'content-range': `bytes ${MEBIBYTE}-${bytes.length}/${bytes.length + 1}` },
      bytes.subarray(MEBIBYTE)],
    ['another ETag', 206, { 'content-range': `bytes ${MEBIBYTE}-${bytes.length - 1}/${bytes.length}`, etag: '"2"' },
      bytes.subarray(MEBIBYTE)],
    ['no Content-Range', 206, {}, bytes.subarray(MEBIBYTE)],
    ['several parts', 206, { 'content-type': 'multipart/byteranges; boundary=x' }, bytes],
    ['416', 416, { 'content-range': `bytes */${bytes.length}` }, Buffer.alloc(0)]
  ]
  for (const [name, status, headers, body] of answers) {
    const fetching = startFetching(t)
    let count = 0
    const sender = await startSender(t, (request, response) => {
      if (count++ === 0) {
        response.writeHead(200, { etag: '"1"', 'content-length': bytes.length })
        response.write(bytes.subarray(0, MEBIBYTE), () => response.destroy())
      } else if (request.headers.range !== undefined) {
        response.writeHead(status, { etag: '"1"', ...headers }).end(body)
      } else {
        response.writeHead(200, { etag: '"1"', 'content-length': bytes.length }).end(bytes)
      }
    })
    t.match(await fetching.attempt(sender.url), { kind: 'broken', arrived: { bytes: MEBIBYTE } }, name)
    t.match(await fetching.attempt(sender.url), { kind: 'whole', sums: sumsOf(bytes) }, name)
  }
})

t.test('A file that was complete before its process ended needs no request', async (t) => {
  const fetching = startFetching(t)
  const partial = `${fetching.fileId}.${newId()}`
  await writeFile(join(fetching.folder, partial), bytes)
  fetching.arrived = { partial, bytes: bytes.length, total: bytes.length, validator: null, contentType: null }
  t.match(await fetching.attempt('http://127.0.0.1:1/'), { kind: 'whole', sums: sumsOf(bytes) })
})

t.test('Of a temporary file only the bytes known to be on disk count, and one that is shorter is not used', async (t) => {
  const fetching = startFetching(t)
  const sender = await startFileSender(t, { bytes })
  const partial = `${fetching.fileId}.${newId()}`
  const known = { partial, bytes: MEBIBYTE, total: bytes.length, validator: '"1"', contentType: null }
  await writeFile(join(fetching.folder, partial), Buffer.concat([bytes.subarray(0, MEBIBYTE), Buffer.alloc(1000)]))
  fetching.arrived = known
  t.match(await fetching.attempt(sender.url), { kind: 'whole', sums: sumsOf(bytes) })
  t.equal(sender.requests.at(-1)!.headers.range, `bytes=${MEBIBYTE}-`)

  await writeFile(join(fetching.folder, partial), bytes.subarray(0, MEBIBYTE - 1))
  fetching.arrived = known
  t.match(await fetching.attempt(sender.url), { kind: 'whole', sums: sumsOf(bytes) })
  t.equal(sender.requests.at(-1)!.headers.range, undefined)
})

t.test('Progress reports the head of an answer before any byte, and then the received bytes even if no more follow', async (t) => {
  const fetching = startFetching(t)
  let more = (): void => {}
  const sender = await startSender(t, (_request, response) => {
    response.writeHead(200, { etag: '"1"', 'content-length': bytes.length, 'content-type': 'video/mp4' }).flushHeaders()
    more = () => { response.write(bytes.subarray(0, MEBIBYTE)) }
  })
  const stopping = new AbortController()
  const told: Arrived[] = []
  await fetching.attempt(sender.url, {
    signal: stopping.signal,
    onProgress: (arrived) => {
      told.push(arrived)
      if (arrived.bytes === 0) more()
      if (arrived.bytes === MEBIBYTE) stopping.abort()
    }
  })
  const [partial] = await fetching.files()
  const head = { partial: partial!, total: bytes.length, validator: '"1"', contentType: 'video/mp4' }
  t.same([told[0], told.at(-1)], [{ ...head, bytes: 0 }, { ...head, bytes: MEBIBYTE }])
})

t.test('Another process that continues reports its own file before its request; the old file stays until then', async (t) => {
  const fetching = startFetching(t)
  const sender = await startFileSender(t, { bytes, dropAfter: () => MEBIBYTE })
  await fetching.attempt(sender.url)
  const before = fetching.arrived!
  fetching.forget()
  let found: Promise<string[]> | undefined
  await fetching.attempt('http://127.0.0.1:1/', { onProgress: () => { found ??= fetching.files() } })
  t.match(fetching.arrived, { bytes: MEBIBYTE, validator: '"1"' })
  t.same((await found!).sort(), [before.partial, fetching.arrived!.partial].sort())
})

t.test('An aborted attempt keeps the received bytes for the next one', async (t) => {
  const fetching = startFetching(t)
  const sender = await startSender(t, (_request, response) => {
    response.writeHead(200, { etag: '"1"', 'content-length': bytes.length })
    response.write(bytes.subarray(0, MEBIBYTE))
  })
  const stopping = new AbortController()
  const result = await fetching.attempt(sender.url, {
    signal: stopping.signal,
    onProgress: (arrived) => {
      if (arrived.bytes === MEBIBYTE) stopping.abort()
    }
  })
  t.match(result, { kind: 'stopped', arrived: { bytes: MEBIBYTE, total: bytes.length, validator: '"1"' } })
})
