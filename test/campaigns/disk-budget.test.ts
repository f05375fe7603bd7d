import t from 'tap'
import { startService } from '../helper/program.js'
import { mountSmallDisk, skipsSmallDisk } from '../helper/small-disk.js'
import { startSender } from '../helper/media/sender.js'
import { readUntil, type Shown } from '../helper/media/world.js'

const MEBIBYTE = 1024 ** 2

t.test('A sender that would fill the disk fails only its own file; other writes succeed', { skip: skipsSmallDisk }, async (t) => {
  const { path: disk } = await mountSmallDisk(t, 40)
  const API_KEY = 'sixteen_letters!'
  const bytes = Buffer.alloc(200 * MEBIBYTE)
  const sender = await startSender(t, (request, response) => {
    response.writeHead(200, {
      etag: '"1"',
      ...(request.url === '/announced' ? { 'content-length': bytes.length } : {})
    })
    response.end(bytes)
  })
  const service = await startService(t, {
    DATABASE_URL: `file:${disk}/cutroom.db`,
    MEDIA_DIR: `${disk}/media`,
    ADMIN_API_KEY: API_KEY,
    MEDIA_RETRY_DELAYS: '0.1,0.1,0.1'
  })
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${service.url}/api/v2/${path}`, {
      method,
      headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
      body: JSON.stringify(body)
    })
    t.equal(answer.status, 200, `${method} ${path}`)
    return await answer.json() as any
  }
  for (const path of ['unannounced', 'announced']) {
    const { asset } = await call('POST', 'assets', { title: path })
    await call('POST', `assets/${asset.id}/media`, { file_url: `${sender.url}/${path}`, filename: 'large.bin' })
    const read = async () => (await call('GET', `assets/${asset.id}/media`)).media as Shown[]
    const files = await readUntil(async () => {
      await call('POST', 'assets', { title: 'Somebody else' })
      return read()
    }, ([file]) => file!.status === 'failed')
    t.match(files, [{ error: /^The disk of the service has no room for the file/ }])
  }
})
