import type { Readable } from 'node:stream'
import { NotFound, S3Client, type PutObjectCommandInput } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { MEBIBYTE } from '../basics/units.js'

const SMALLEST_PART = 8 * MEBIBYTE
/** The limit of S3. */
const MOST_PARTS = 10_000
/** Parts of a file that are sent at the same time. Each is in memory. */
const PARALLEL_PARTS = 2

/** The client of S3-compatible buckets. Address, region and credentials come from the AWS_* variables of the SDK. */
export function createS3Client (): S3Client {
  return new S3Client({
    // Few servers besides Amazon's have a host name for each bucket.
    forcePathStyle: (process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL) !== undefined,
    // Not every server knows the checksums that the SDK would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED'
  })
}

/** Sends an object in parts. It is there when all have arrived, or not at all. */
export async function sendObject (
  client: S3Client, place: Omit<PutObjectCommandInput, 'Body'>, { body, size }: { body: Readable, size: number }
): Promise<void> {
  await new Upload({
    client,
    params: { ...place, Body: body, ContentType: 'application/octet-stream' },
    partSize: Math.max(SMALLEST_PART, Math.ceil(size / MOST_PARTS)),
    queueSize: PARALLEL_PARTS
  }).done()
}

/** The status that a bucket has refused a request with; undefined for other errors. */
export function statusOf (error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
}

export function isMissing (error: unknown): boolean {
  return error instanceof NotFound || statusOf(error) === 404
}
