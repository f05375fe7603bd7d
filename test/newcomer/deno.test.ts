import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { httpDialects, type World } from '../helper/app.js'
import { listeningUrl, loadClient } from '../helper/client.js'
import { linesOfClient } from '../helper/documents.js'
import { inOneAppWithMedia } from '../helper/media/world.js'

/** From the registry of npm: a download of 90 MB, which npm keeps. */
const DENO = ['--yes', 'deno@2.9.6']
const run = promisify(execFile)
const onOne = inOneAppWithMedia(httpDialects)
const { first, upload, follow } = linesOfClient()

const reason = await run('npx', [...DENO, '--version']).then(() => false, ({ message }: Error) =>
  `Deno cannot be downloaded: ${message.split('\n').at(-1)}`)

const promise = 'The documented lines of TypeScript run in Deno, with the types that the service serves'

if (reason !== false) t.test(promise, { skip: reason }, () => {})
else onOne(promise, runInDeno)

async function runInDeno (t: Test, world: World): Promise<void> {
  await loadClient()
  const folder = t.testdir()
  const url = await listeningUrl(world)
  const lines = [first, upload, follow].join('\n')
    .replaceAll('http://127.0.0.1:3000', url).replace("'cutroom/client'", `'${url}/client.js'`)
  writeFileSync(join(folder, 'main.ts'), `import process from 'node:process'\n${lines}`)
  writeFileSync(join(folder, 'misspelled.ts'), `
import { createClient } from '${url}/client.js'
// @ts-expect-error: a path
void createClient({ url: '${url}' }).GET('/api/v2/asset')
`)
  const environment = { PATH: process.env.PATH, HOME: process.env.HOME, DENO_DIR: join(folder, 'cache'), CUTROOM_KEY: world.adminKey }
  const deno = (...words: string[]) => run('npx', [...DENO, ...words], { cwd: folder, env: environment })
  // Folders above have settings, too.
  const alone = ['--no-config', '--no-lock']
  await deno('check', ...alone, '--allow-import', 'misspelled.ts')
  const { stdout } = await deno('run', '--check', ...alone, '--allow-import', '--allow-net', '--allow-env', 'main.ts')
  t.match(stdout, /Harbour at night\n/)
  t.match(stdout, /\n18 of 18 bytes\n/)
  t.match(stdout, /\nready\n/)
  t.match(stdout, /\n[A-Z_]+ \{/, 'a change')
}
