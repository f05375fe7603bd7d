import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { Test } from 'tap'

const BUCKET = 'films'

/** Sets AWS_* variables of this process until the end of the test: no other one may need them meanwhile. */
export function setAws (t: Test, settings: Record<string, string>): void {
  const before = Object.fromEntries(Object.keys(settings).map((name) => [name, process.env[name]]))
  Object.assign(process.env, settings)
  t.teardown(() => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else Object.assign(process.env, { [name]: value })
    }
  })
}

/**
 * Starts an S3-compatible server with one bucket and points the AWS_* variables of this process to it. It ends with the
 * test. Returns a URL for MEDIA_URL.
 */
export async function startS3 (t: Test): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'cutroom-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }]
  })
  const { port } = await server.run()
  setAws(t, {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER'
  })
  t.teardown(async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  return `s3://${BUCKET}/some/where`
}
