import { Readable } from 'node:stream'
import {
  DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, paginateListObjectsV2
} from '@aws-sdk/client-s3'
import { bucketOf } from '../process/bucket-url.js'
import { createS3Client, isMissing, sendObject, statusOf } from '../process/s3-client.js'
import { LocationGone, NotThatFile } from './errors.js'
import type { Entry, Location } from './location.js'
import { exactly } from './new-file.js'
import { isRelativePath, namesOf, shownName, type LocationPath } from './paths.js'

const TAKEN = 412
const NOT_IMPLEMENTED = 501
const NANOSECONDS = 1_000_000n

/** A bucket, or what is below a prefix in it. Folders are what stands before a slash in the keys. */
export function openBucketLocation (url: string): Location {
  const { bucket: Bucket, prefix } = bucketOf(url)
  const client = createS3Client()
  const keyOf = (path: LocationPath) => prefix + namesOf(path).map(shownName).join('/')
  const locate = (path: LocationPath) => ({ Bucket, Key: keyOf(path) })
  const folderOf = (path: LocationPath) => namesOf(path).length === 0 ? prefix : `${keyOf(path)}/`

  async function headOf (path: LocationPath) {
    try {
      return await client.send(new HeadObjectCommand(locate(path)))
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async function look (path: LocationPath): Promise<Entry | null> {
    const head = await headOf(path)
    return head === null ? null : toEntry(nameOf(path), head)
  }

  /** Whether this very object was seen. Between this look and what follows another one may take its place. */
  const isStill = async (path: LocationPath, seen: Entry) => (await look(path))?.state === seen.state

  async function * list (path: LocationPath): AsyncGenerator<Entry> {
    const folder = folderOf(path)
    const query = { Bucket, Prefix: folder, Delimiter: '/', EncodingType: 'url' } as const
    const pages = paginateListObjectsV2({ client }, query)
    try {
      for await (const { Contents = [], CommonPrefixes = [], EncodingType } of pages) {
        // Keys may have signs that no XML has.
        const named = (key: string) => decoded(key, EncodingType).slice(folder.length).replace(/\/$/, '')
        for (const { Prefix } of CommonPrefixes) if (isName(named(Prefix!))) yield toFolder(named(Prefix!))
        for (const { Key, ...object } of Contents) {
          // Some tools make a folder by an empty object with a slash at the end.
          if (isName(named(Key!)) && !Key!.endsWith('/')) yield toEntry(named(Key!), object)
        }
      }
    } catch (error) {
      throw isMissing(error) ? new LocationGone() : error
    }
  }

  return {
    type: 'bucket',

    list,

    async * names (path) {
      for await (const { shown } of list(path)) yield shown
    },

    async look (path) {
      const found = namesOf(path).length === 0 ? null : await look(path)
      if (found !== null) return found
      const query = { Bucket, Prefix: folderOf(path), Delimiter: '/' }
      const page = await client.send(new ListObjectsV2Command(query)).catch((error: unknown) => {
        throw isMissing(error) ? new LocationGone() : error
      })
      const { Contents = [], CommonPrefixes = [] } = page
      return Contents.length + CommonPrefixes.length > 0 || namesOf(path).length === 0 ? toFolder(nameOf(path)) : null
    },

    async open (path, seen) {
      const head = await headOf(path)
      if (head === null) throw noEntry(path)
      const entry = toEntry(nameOf(path), head)
      if (seen !== undefined && seen.state !== entry.state) throw new NotThatFile('changed')
      return {
        entry,
        async read (start = 0, length = Infinity) {
          if (start >= entry.size || length <= 0) return Readable.from([])
          const end = start + length < entry.size ? start + length - 1 : ''
          const range = start === 0 && end === '' ? {} : { Range: `bytes=${start}-${end}` }
          const { Body } = await client.send(new GetObjectCommand({ ...locate(path), ...range, IfMatch: head.ETag }))
            .catch((error: unknown) => { throw statusOf(error) === TAKEN ? new NotThatFile('changed') : error })
          return Body as Readable
        },
        async look () {
          const now = await look(path)
          if (now === null) throw noEntry(path)
          return now
        },
        close: async () => {}
      }
    },

    /** A server that knows `If-None-Match` replaces nothing. Another one is only asked first what is there. */
    async write (path, file) {
      if (await look(path) !== null) return false
      const send = (condition: { IfNoneMatch?: string }) => sendObject(client, { ...locate(path), ...condition }, {
        body: Readable.from(exactly(file), { objectMode: false }), size: file.size
      })
      try {
        await send({ IfNoneMatch: '*' })
      } catch (error) {
        if (statusOf(error) === TAKEN) return false
        if (statusOf(error) !== NOT_IMPLEMENTED) throw error
        await send({})
      }
      return true
    },

    /** An object is whole, or not there. */
    discard: async (path) => { namesOf(path) },
    makeFolder: async (path) => { namesOf(path) },

    async remove (path, seen) {
      if (!await isStill(path, seen)) return false
      await client.send(new DeleteObjectCommand(locate(path)))
      return true
    },

    move: async () => { throw new TypeError('Nothing is moved within a bucket') }
  }
}

const nameOf = (path: LocationPath) => shownName(namesOf(path).at(-1) ?? new Uint8Array())

const isName = (name: string) => name !== '' && !name.includes('/') && isRelativePath(name)

function decoded (key: string, encoding: string | undefined): string {
  return encoding === 'url' ? decodeURIComponent(key.replaceAll('+', ' ')) : key
}

const toFolder = (name: string) => entryOf(name, { type: 'folder', size: 0, time: 0n, digest: '' })

interface Described {
  readonly ContentLength?: number | undefined
  readonly Size?: number | undefined
  readonly LastModified?: Date | undefined
  readonly ETag?: string | undefined
}

function toEntry (name: string, { ContentLength, Size, LastModified, ETag = '' }: Described): Entry {
  // A list has fractions of seconds, and the head of an object has not.
  const time = BigInt(Math.floor((LastModified?.getTime() ?? 0) / 1000) * 1000) * NANOSECONDS
  return entryOf(name, { type: 'file', size: Size ?? ContentLength ?? 0, time, digest: ETag })
}

interface Seen {
  readonly type: Entry['type']
  readonly size: number
  readonly time: bigint
  readonly digest: string
}

function entryOf (shown: string, { type, size, time, digest }: Seen): Entry {
  const state = `${size} ${time} ${digest}`
  return { name: Buffer.from(shown), shown, type, size, mtimeNs: time, ctimeNs: time, inode: 0n, state }
}

function noEntry (path: LocationPath): Error {
  return Object.assign(new Error(`Nothing is at ${nameOf(path)}`), { code: 'ENOENT' })
}
