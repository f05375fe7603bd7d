/** `s3://bucket` or `s3://bucket/prefix`. */
export const BUCKET_URL = '^s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[\\w!.*()/-]*)?$'

/** The place in a bucket that a URL names. The prefix is empty, or ends with a slash. */
export function bucketOf (url: string): { bucket: string, prefix: string } {
  const { hostname, pathname } = new URL(url)
  const prefix = pathname.replace(/^\/+|(?<!\/)\/+$/g, '')
  return { bucket: hostname, prefix: prefix === '' ? '' : `${prefix}/` }
}
