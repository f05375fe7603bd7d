import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, NotFound, S3Client, paginateListObjectsV2
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { MediaStorage } from './storage.js'
import { MEBIBYTE } from '../../basics/units.js'

const SMALLEST_PART = 8 * MEBIBYTE
/** The limit of S3. */
const MOST_PARTS = 10_000
/** Parts of a file that are sent at the same time. Each is in memory. */
const PARALLEL_PARTS = 2

/**
 * Keeps files in an S3-compatible bucket. Address, region and credentials come from the AWS_* variables of the SDK.
 * `url` is `s3://bucket` or `s3://bucket/prefix`.
 */
export function createS3Storage (url: string): MediaStorage {
  const { bucket, prefix } = parseUrl(url)
  const client = new S3Client({
    // Few servers besides Amazon's have a host name for each bucket.
    forcePathStyle: (process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL) !== undefined,
    // Not every server knows the checksums that the SDK would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED'
  })
  const locate = (key: string) => ({ Bucket: bucket, Key: prefix + key })

  return {
    async place (path, key) {
      const { size } = await stat(path)
      const upload = new Upload({
        client,
        params: { ...locate(key), Body: createReadStream(path), ContentType: 'application/octet-stream' },
        partSize: Math.max(SMALLEST_PART, Math.ceil(size / MOST_PARTS)),
        queueSize: PARALLEL_PARTS
      })
      await upload.done()
      await rm(path, { force: true })
    },

    async sizeOf (key) {
      try {
        const { ContentLength } = await client.send(new HeadObjectCommand(locate(key)))
        return ContentLength ?? null
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    async read (key) {
      const { Body } = await client.send(new GetObjectCommand(locate(key)))
      return Body as Readable
    },

    pathOf: () => null,

    async source (key, { method, contentType, contentDisposition, expiresIn }) {
      const request = {
        ...locate(key),
        ResponseContentType: contentType,
        ResponseContentDisposition: contentDisposition
      }
      const command = method === 'HEAD' ? new HeadObjectCommand(request) : new GetObjectCommand(request)
      return { kind: 'url', url: await getSignedUrl(client, command, { expiresIn }) }
    },

    async remove (key) {
      await client.send(new DeleteObjectCommand(locate(key)))
    },

    async * list () {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        for (const { Key, Size } of page.Contents ?? []) {
          // Some tools make a folder by an empty object with the name of the prefix.
          if (Key !== prefix) yield { key: Key!.slice(prefix.length), size: Size! }
        }
      }
    }
  }
}

function parseUrl (url: string) {
  const { hostname, pathname } = new URL(url)
  const prefix = pathname.replace(/^\/+|(?<!\/)\/+$/g, '')
  return { bucket: hostname, prefix: prefix === '' ? '' : `${prefix}/` }
}

function isMissing (error: unknown): boolean {
  return error instanceof NotFound ||
    (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404
}
