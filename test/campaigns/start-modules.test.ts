import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { projectRoot } from '#src/basics/paths.js'
import { readUntil } from '../helper/media/world.js'

/** Modules that are loaded with the first file that needs them. They must not slow down the start. */
const LATER = /\/node_modules\/(?:sharp|@img|exifreader|file-type|mediainfo\.js|music-metadata|@aws-sdk)\/|\/media\/analysis\/inside\//

t.test('A start does not load the modules that analyse files or use object storage', async (t) => {
  const folder = t.testdir({
    'hooks.mjs': `
      import { appendFileSync } from 'node:fs'
      export async function load (url, context, next) {
        // A pipe may be full, and then refuses a line.
        appendFileSync('loaded', url + '\\n')
        return next(url, context)
      }`,
    'register.mjs': "import { register } from 'node:module'\nregister('./hooks.mjs', import.meta.url)\n"
  })
  const child = spawn(process.execPath, ['--import', pathToFileURL(join(folder, 'register.mjs')).href,
    join(projectRoot, 'dist/src/server.js')], {
    cwd: folder,
    env: {
      PATH: process.env.PATH, PORT: '0', DATABASE_URL: `file:${join(folder, 'db')}`, MEDIA_DIR: join(folder, 'media')
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { printed += text })
  const closed = once(child, 'close')
  t.teardown(async () => {
    child.kill('SIGKILL')
    await closed
  })
  const served = () => /Cutroom serves ([^\s"]+)/.exec(printed)?.[1] ?? ''
  const url = await Promise.race([
    readUntil(served, (url) => url !== ''),
    closed.then(() => { throw new Error(`The service has ended: ${printed}`) })
  ])
  t.equal((await fetch(`${url}/readyz`)).status, 200)
  const loaded = readFileSync(join(folder, 'loaded'), 'utf8').split('\n')
  t.ok(loaded.some((line) => line.endsWith('/dist/src/app.js')), 'the loaded modules are printed')
  t.same(loaded.filter((line) => LATER.test(line)), [])
})
