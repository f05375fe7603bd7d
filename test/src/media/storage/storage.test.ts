import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { newKey } from '#src/media/storage/keys.js'
import { openStorage } from '#src/media/storage/open.js'
import type { Source, MediaStorage, StoredObject } from '#src/media/storage/storage.js'
import { sha256 } from '../../../helper/media/fetching.js'
import { startS3 } from '../../../helper/media/s3-server.js'

const MEBIBYTE = 1024 ** 2
const OPTIONS = {
  method: 'GET',
  contentType: 'video/mp4',
  contentDisposition: 'inline; filename="a.mp4"',
  expiresIn: 600
} as const

/** Both storages must pass the same tests. */
t.test('Files in a local folder', async (t) => checkStorage(t, openStorage({ MEDIA_DIR: t.testdir() })))
t.test('Files in S3-compatible object storage', async (t) =>
  checkStorage(t, openStorage({ MEDIA_DIR: t.testdir(), MEDIA_URL: await startS3(t) })))

async function checkStorage (t: Test, storage: MediaStorage): Promise<void> {
  const incoming = join(t.testdirName, 'incoming')
  await mkdir(incoming, { recursive: true })

  async function place (bytes: Buffer, key = newKey(sha256(bytes))): Promise<{ key: string, path: string }> {
    const path = join(incoming, 'some file')
    await writeFile(path, bytes)
    await storage.place(path, key)
    return { key, path }
  }

  for (
    const [name, size] of [['An empty file', 0], ['A small file', 1000], ['A file of many parts',
      20 * MEBIBYTE + 1]] as const
  ) {
    await t.test(`${name} is stored completely, and moved away from its old path`, async (t) => {
      const bytes = randomBytes(size)
      const { key, path } = await place(bytes)
      t.equal(await storage.sizeOf(key), size)
      t.ok(bytes.equals(await collect(await storage.read(key))))
      t.notOk(existsSync(path))
    })
  }

  await t.test('Placing the same bytes again changes nothing', async (t) => {
    const bytes = randomBytes(1000)
    const { key } = await place(bytes)
    await place(bytes, key)
    t.ok(bytes.equals(await collect(await storage.read(key))))
  })

  await t.test('A removed file is gone, and removing it again is not an error', async (t) => {
    const { key } = await place(randomBytes(10))
    const { key: other } = await place(randomBytes(10))
    await storage.remove(key)
    await storage.remove(key)
    t.equal(await storage.sizeOf(key), null)
    t.equal(await storage.sizeOf(other), 10)
    await t.rejects(storage.read(key).then(collect))
  })

  await t.test('Placing a file that does not exist fails and stores nothing', async (t) => {
    const key = newKey(sha256(Buffer.alloc(0)))
    await t.rejects(storage.place(join(incoming, 'nothing'), key))
    t.equal(await storage.sizeOf(key), null)
  })

  await t.test('The list contains every stored file', async (t) => {
    const placed = await Promise.all([1, 2, 3].map(async (size) => {
      const path = join(incoming, String(size))
      const key = newKey(sha256(randomBytes(8)))
      await writeFile(path, randomBytes(size))
      await storage.place(path, key)
      return { key, size }
    }))
    const listed: StoredObject[] = []
    for await (const object of storage.list()) listed.push(object)
    for (const object of placed) t.ok(listed.some(({ key, size }) => key === object.key && size === object.size))
  })

  await t.test('A stored file can be downloaded from its source, as a whole and in parts', async (t) => {
    const bytes = randomBytes(5000)
    const { key } = await place(bytes)
    const source = await storage.source(key, OPTIONS)
    t.ok(bytes.equals(await download(source)))
    t.ok(bytes.subarray(100, 200).equals(await download(source, 100, 199)))
    if (source.kind === 'url') {
      await checkUrl(
        t, source.url, (await storage.source(key, { ...OPTIONS, method: 'HEAD' }) as { url: string }).url, bytes.length
      )
    }
  })
}

async function checkUrl (t: Test, url: string, headUrl: string, size: number): Promise<void> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  t.match(Object.fromEntries(answer.headers), {
    'content-type': 'video/mp4',
    'content-disposition': 'inline; filename="a.mp4"',
    'accept-ranges': 'bytes'
  })
  const head = await fetch(headUrl, { method: 'HEAD' })
  t.match([head.status, head.headers.get('content-length')], [200, String(size)])
  const expiry = new URL(url).searchParams.get('X-Amz-Expires')
  t.equal(expiry, '600')
}

async function download (source: Source, start?: number, end?: number): Promise<Buffer> {
  if (source.kind === 'file') {
    return (await readFile(source.path)).subarray(start, end === undefined ? undefined : end + 1)
  }
  const answer = await fetch(source.url, start === undefined ? {} : { headers: { range: `bytes=${start}-${end}` } })
  return Buffer.from(await answer.arrayBuffer())
}

async function collect (stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

t.test('A local folder refuses invalid keys, such as paths that lead out of it', async (t) => {
  const folder = t.testdir({ secret: 'secret', objects: { ab: { 'not ours': 'x' } } })
  const storage = openStorage({ MEDIA_DIR: folder })
  for (
    const key of ['../secret', 'ab/not ours', '../../etc/passwd', '', '/etc/passwd', `ab/${'0'.repeat(64)}`,
      `${newKey(sha256(Buffer.alloc(0)))}/../x`]
  ) {
    await t.rejects(storage.sizeOf(key), TypeError, key)
    await t.rejects(storage.read(key), TypeError, key)
    await t.rejects(async () => storage.remove(key), TypeError, key)
    await t.rejects(storage.source(key, OPTIONS), TypeError, key)
  }
  t.equal(await readFile(join(folder, 'secret'), 'utf8'), 'secret')
})

t.test('A folder that does not exist yet contains no files', async (t) => {
  const storage = openStorage({ MEDIA_DIR: join(t.testdir(), 'later') })
  t.equal(await storage.sizeOf(newKey(sha256(Buffer.alloc(0)))), null)
  t.same(await collectKeys(storage), [])
})

async function collectKeys (storage: MediaStorage): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys
}
