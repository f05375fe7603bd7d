import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { projectRoot } from '../../src/basics/paths.js'
import { signStandard } from '../../src/webhooks/delivery/sign.js'
import { httpDialects } from '../helper/app.js'
import { listeningUrl, loadClient } from '../helper/client.js'
import { blocksOf, linesOfClient, readDocument } from '../helper/documents.js'
import { ADDRESS, installClient } from '../helper/install-client.js'
import { inOneAppWithMedia } from '../helper/media/world.js'

const run = promisify(execFile)
const onOne = inOneAppWithMedia(httpDialects)
const { first, upload, follow, receiver } = linesOfClient()
const ofSteps = blocksOf('docs/actions.md', 'ts')

onOne('The documented lines of TypeScript run as printed, with the client that the service serves', async (t, world) => {
  const folder = join(t.testdir(), 'program')
  const url = await listeningUrl(world)
  await installClient(folder, url)
  writeFileSync(join(folder, 'main.js'), [first, upload, follow].join('\n').replaceAll(ADDRESS, url))
  const { stdout } = await run(process.execPath, ['main.js'], { cwd: folder, env: { CUTROOM_KEY: world.adminKey } })
  t.match(stdout, /Harbour at night\n/)
  t.match(stdout, /\n18 of 18 bytes\n/)
  t.match(stdout, /\nready\n/)
  t.match(stdout, /\n[A-Z_]+ \{/, 'a change')
})

onOne('The documented receiver of webhooks takes what is signed, and nothing else', async (t, world) => {
  const folder = join(t.testdir(), 'receiver')
  await installClient(folder, await listeningUrl(world))
  const telling = "listen(0, '127.0.0.1', function () { console.log(this.address().port) })"
  const listening = receiver.replace('listen(8080)', telling)
  writeFileSync(join(folder, 'main.js'), listening)
  const secret = 'a secret of the receiver'
  const child = spawn(process.execPath, ['main.js'], {
    cwd: folder, env: { WEBHOOK_SECRET: secret }, stdio: ['ignore', 'pipe', 'inherit']
  })
  t.teardown(() => child.kill('SIGKILL'))
  const [port] = await once(child.stdout, 'data')
  const targets = { asset_id: 'a1', project_id: 'p1' }
  const body = JSON.stringify({ type: 'ASSET_LINKED', targets })
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'webhook-id': 'an id',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signStandard([secret], { id: 'an id', timestamp, body })
  }
  const post = async (body: string) =>
    (await fetch(`http://127.0.0.1:${Number(port)}`, { method: 'POST', headers, body })).status
  const told = once(child.stdout, 'data')
  t.equal(await post(body), 204)
  t.match(String((await told)[0]), 'a1 is in p1')
  t.equal(await post('{}'), 401)
})

/** The compilers that are promised: the oldest and that of today. */
async function installCompilers (folder: string): Promise<Record<string, string>> {
  const [, version] = /TypeScript from (\d+\.\d+) on/.exec(readDocument('docs/clients.md'))!
  await run('npm', ['install', '--prefix', folder, '--prefer-offline', '--no-audit', '--no-fund', `typescript@~${version}`])
  return {
    [version!]: join(folder, 'node_modules/typescript/bin/tsc'),
    today: join(projectRoot, 'node_modules/typescript/bin/tsc')
  }
}

t.test('The types fit Node, bundlers and browsers, and refuse what is misspelled', async (t) => {
  await loadClient()
  const folder = t.testdir()
  const compilers = await installCompilers(join(folder, 'oldest'))
  const installed = join(folder, 'node_modules/cutroom')
  mkdirSync(installed, { recursive: true })
  await run('tar', ['-xzf', join(projectRoot, 'dist/client/client.tgz'), '-C', installed, '--strip-components', '1'])
  writeFileSync(join(folder, 'package.json'), '{"type": "module", "private": true}')
  const misspelled = readFileSync(join(projectRoot, 'test/client/misspelled.ts'), 'utf8')
  writeFileSync(join(folder, 'misspelled.ts'), misspelled.replace('../../client/cutroom.js', 'cutroom/client'))
  writeFileSync(join(folder, 'documented.ts'), [first, upload, follow].join('\n'))
  writeFileSync(join(folder, 'receiver.ts'), receiver)
  for (const [index, block] of ofSteps.entries()) writeFileSync(join(folder, `steps${index}.ts`), block)
  writeFileSync(join(folder, 'page.ts'), [first, upload].join('\n').replace('process.env.CUTROOM_KEY', "'a key'"))
  const forNode = { types: ['node'], typeRoots: [join(projectRoot, 'node_modules/@types')], lib: ['es2023'] }
  const documented = ['documented.ts', 'receiver.ts', 'steps0.ts', 'steps1.ts']
  const bundled = { module: 'esnext', moduleResolution: 'bundler' }
  const programs: Record<string, [options: object, files: string[]]> = {
    node: [{ ...forNode, module: 'nodenext' }, [...documented, 'misspelled.ts']],
    bundler: [{ ...forNode, ...bundled }, [...documented, 'misspelled.ts']],
    browser: [
      { ...bundled, types: [], lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'] }, ['misspelled.ts', 'page.ts']
    ]
  }
  for (const [name, [options, files]] of Object.entries(programs)) {
    for (const skipLibCheck of name === 'node' ? [false, true] : [false]) {
      const compilerOptions = { target: 'es2022', strict: true, noEmit: true, skipLibCheck, ...options }
      writeFileSync(join(folder, `${name}.json`), JSON.stringify({ compilerOptions, files }))
      for (const [version, compiler] of Object.entries(compilers)) {
        const failure = await run(process.execPath, [compiler, '-p', `${name}.json`], { cwd: folder })
          .then(() => '', ({ stdout }) => stdout)
        t.equal(failure, '', `${name}, ${version}, ${skipLibCheck ? 'without' : 'with'} a check of the types themselves`)
      }
    }
  }
})
