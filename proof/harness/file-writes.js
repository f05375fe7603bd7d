import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { withKey } from './keys.js'
import { portOf } from './ports.js'

/** A server with files that the service can fetch. */
export async function startSender () {
  /** @type {Map<string, () => Buffer>} */
  const files = new Map()
  const server = createServer((request, response) => {
    const bytes = files.get(String(request.url))?.()
    if (bytes === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-length': bytes.length, 'content-type': 'text/plain' }).end(bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${portOf(server)}`
  return {
    /** Adds a file, which is created for each request, and returns its URL. */
    offer (path, make) {
      files.set(path, make)
      return url + path
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

/**
 * Writes with files: by URL, by upload, and imports. Each file gets an asset of its own.
 * @param {object} options
 * @param {string} options.name of the caller
 * @param {import('./book.js').Book} options.book
 * @param {import('./random.js').Random} options.random
 * @param {Awaited<ReturnType<typeof startSender>>} options.sender
 * @param {number} [options.rows] of an import
 */
export function createFileWriter ({ name, book, random, sender, rows = 40 }) {
  /**
   * Assets without a file. @type {import('./book.js').Item[]}
   */
  const empty = []
  /**
   * Unfinished uploads. @type {Array<{ item: import('./book.js').Item, path: string, bytes: Buffer }>}
   */
  const uploads = []
  let numbers = 0

  const chooseBytes = (title) => {
    const lines = 200 + random.below(5000)
    return () => Buffer.from(`${title}\n`.repeat(lines))
  }
  const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

  function create () {
    const title = `${name} file ${++numbers}`
    return withKey({
      method: 'POST',
      path: 'assets',
      body: { title },
      write: {
        what: `create ${title}`,
        isDone: ({ byTitle }) => byTitle.has(title),
        note: ({ asset: { id } }) => {
          book.add({ type: 'asset', id, title })
          const item = book.items.get(id)
          if (item !== undefined) empty.push(item)
        },
        about: () => []
      }
    }, randomUUID())
  }

  function ingest () {
    const item = empty.pop()
    if (item === undefined) return create()
    const make = chooseBytes(item.title)
    const digest = sha256(make())
    const url = sender.offer(`/${item.id}`, make)
    return {
      method: 'POST',
      path: `assets/${item.id}/media`,
      body: { file_url: url, filename: 'note.txt' },
      write: {
        what: `media of ${item.title}`,
        isDone: ({ items }) => items.get(item.id)?.media.length > 0,
        note: () => { item.file = digest },
        about: () => [item]
      }
    }
  }

  function beginUpload () {
    const item = empty.pop()
    if (item === undefined) return create()
    const bytes = chooseBytes(item.title)()
    return {
      method: 'POST',
      path: `assets/${item.id}/uploads`,
      body: { filename: 'note.txt', size: bytes.length, sha256: sha256(bytes) },
      write: {
        what: `upload of ${item.title}`,
        // If its URL is unknown, it is abandoned.
        isDone: () => false,
        note: ({ upload: { url } }) => {
          const { pathname, search } = new URL(url)
          uploads.push({ item, bytes, path: pathname + search })
        },
        about: () => [item]
      }
    }
  }

  function upload () {
    const upload = uploads.find(({ item }) => ![...book.doubts].some(({ about }) => about().includes(item)))
    return upload === undefined ? beginUpload() : send(upload)
  }

  /** @returns {import('./caller.js').Request} */
  function send (upload) {
    const { item, path, bytes } = upload
    const done = () => {
      item.file = sha256(bytes)
      uploads.splice(uploads.indexOf(upload), 1)
    }
    return {
      method: 'PUT',
      path,
      body: bytes,
      // After a kill it stays locked for some seconds.
      notNow: [423],
      doneBefore: 404,
      write: {
        what: `bytes of ${item.title}`,
        isDone: ({ items }) => items.get(item.id)?.media.length > 0,
        note: done,
        about: () => [item]
      }
    }
  }

  function importRows () {
    const titles = Array.from({ length: 1 + random.below(rows) }, () => `${name} row ${++numbers}`)
    return withKey({
      method: 'POST',
      path: 'imports?mode=create',
      body: ['title,category', ...titles.map((title) => `${title},`)].join('\n'),
      headers: { 'content-type': 'text/csv' },
      write: {
        what: `import from ${titles[0]}`,
        isDone: () => false,
        note: () => { book.promised.push(...titles) },
        about: () => []
      }
    }, randomUUID())
  }

  const kinds = [create, create, ingest, ingest, upload, upload, upload, importRows]
  /** @returns {import('./caller.js').Request} */
  const next = () => random.one(kinds)()
  return {
    next,
    /** The next unfinished upload, so that none stays unfinished. */
    nextOpen: () => uploads[0] === undefined ? null : send(uploads[0])
  }
}
