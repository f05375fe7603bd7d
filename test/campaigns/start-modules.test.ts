import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
      import { writeSync } from 'node:fs'
      export async function load (url, context, next) {
        writeSync(2, 'loads ' + url + '\\n')
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
  const said = { out: '', loaded: '' }
  child.stdout.on('data', (text) => { said.out += text })
  child.stderr.on('data', (text) => { said.loaded += text })
  t.teardown(async () => {
    child.kill('SIGKILL')
    await once(child, 'close')
  })
  const url = await readUntil(() => /Cutroom serves ([^\s"]+)/.exec(said.out)?.[1] ?? '', (url) => url !== '')
  t.equal((await fetch(`${url}/readyz`)).status, 200)
  const loaded = said.loaded.split('\n')
  t.ok(loaded.some((line) => line.endsWith('/dist/src/app.js')), 'the loaded modules are printed')
  t.same(loaded.filter((line) => LATER.test(line)), [])
})
