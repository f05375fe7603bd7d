import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { bucketOf } from '../../process/bucket-url.js'
import { createS3Client, isMissing, sendObject } from '../../process/s3-client.js'
import type { MediaStorage } from './storage.js'

/** Keeps files in an S3-compatible bucket. `url` is `s3://bucket` or `s3://bucket/prefix`. */
export function createS3Storage (url: string): MediaStorage {
  const { bucket, prefix } = bucketOf(url)
  const client = createS3Client()
  const locate = (key: string) => ({ Bucket: bucket, Key: prefix + key })

  return {
    async place (path, key) {
      const { size } = await stat(path)
      await sendObject(client, locate(key), { body: createReadStream(path), size })
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
