import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { copyCheckout } from '../../helper/checkout.js'
import { readUntil } from '../../helper/media/world.js'
import { makePhoto } from '../../helper/media/samples.js'

const KEY = 'cutroom_test_administrator'

t.test('Without sharp the service warns of it, and analyses pictures without making previews', async (t) => {
  const { url, output } = await startWithoutSharp(t)
  t.match(output(), /sharp is not installed: files have no previews/)
  const readiness = await (await fetch(`${url}/readyz`)).json() as { warnings: string[] }
  t.match(readiness.warnings.join('\n'), /sharp is not installed: files have no previews/)

  const call = async (method: string, path: string, body?: object): Promise<any> => (await fetch(`${url}/api/v2/${path}`, {
    method,
    headers: { 'x-api-key': KEY, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })).json()
  const photo = await makePhoto()
  const { asset: { id } } = await call('POST', 'assets', { title: 'Photo' })
  const { upload } = await call('POST', `assets/${id}/uploads`, { filename: 'photo.jpg', size: photo.length })
  t.equal((await fetch(upload.url, { method: 'PUT', body: photo })).status, 200)
  const media = await readUntil(
    async () => (await call('GET', `assets/${id}/media`)).media,
    ([file]) => file !== undefined && file.analysis !== 'pending' && file.analysis !== 'running'
  )
  t.match(media, [{ status: 'ready', analysis: 'done', previews: [] }])
  t.match((await call('GET', `assets/${id}/file_metadata`)).file_metadata, {
    content_type: 'image/jpeg', width: 400, height: 600, orientation: 6, exif: { Make: 'Canon' }, xmp: { creator: 'Ada Lovelace' }
  })
})

/** Starts the service as if npm could not install optional packages. */
async function startWithoutSharp (t: Test) {
  const folder = copyCheckout(t, { built: true, without: ['sharp'] })
  const data = t.testdir()
  const child = spawn(process.execPath, [join(folder, 'dist/src/server.js')], {
    cwd: data,
    env: {
      PATH: process.env.PATH, PORT: '0', ADMIN_API_KEY: KEY, DATABASE_URL: `file:${join(data, 'db')}`, MEDIA_DIR: join(data, 'media')
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { said += text })
  t.teardown(async () => {
    child.kill('SIGKILL')
    await once(child, 'close')
  })
  const url = await readUntil(() => /Cutroom serves ([^\s"]+)/.exec(said)?.[1] ?? '', (url) => url !== '')
  return { url, output: () => said }
}
