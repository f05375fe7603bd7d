import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '../../src/basics/paths.js'
import { httpDialects, inAppOfProcess } from '../helper/app.js'
import { buildClients } from '../helper/client.js'

await buildClients()
const built = readFileSync(join(projectRoot, 'dist/client/cutroom.py'), 'utf8')

inAppOfProcess(httpDialects)('The client for Python matches the API document, and is served to everybody', async (t, { anonymous }) => {
  await t.test('it is what the generator makes', async (t) => {
    const { writePython } = await import(pathToFileURL(join(projectRoot, 'scripts/python/client.js')).href)
    const made: string = writePython((await anonymous.get('/openapi.json')).body)
    t.ok(made === built)
    const methods = [...made.matchAll(/^ {4}def ([a-z]\w*)\(/gm)].map(([, name]) => name)
    t.ok(methods.includes('get_asset') && methods.includes('find_items'))
  })

  await t.test('it is served without a key, to pages of every origin', async (t) => {
    for (const origin of ['https://app.example.com', 'https://other.example.com']) {
      const { status, text, headers } = await anonymous.get('/cutroom.py', { origin })
      t.equal(status, 200)
      t.ok(text === built)
      t.match(headers, { 'content-type': 'text/x-python; charset=utf-8', 'access-control-allow-origin': '*' })
    }
    const head = await anonymous.send('HEAD', '/cutroom.py')
    t.match([head.status, head.headers['content-type']], [200, /python/])
  })
}, { CORS_ORIGINS: 'https://app.example.com' })
