import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import t, { type Test } from 'tap'
import { findProgram } from '#src/process/programs.js'
import { dialects } from '../helper/app.js'
import { copyCheckout } from '../helper/checkout.js'
import { blocksOf } from '../helper/documents.js'
import { installNode } from '../helper/install-node.mjs'
import { newEmptyDatabase } from '../helper/prisma-project.js'
import { eventually } from '../helper/receiver.js'

const PATIENCE_MS = 120_000
const MIB = 1024 ** 2
const { HOME = '' } = process.env
const run = promisify(execFile)

/** Nothing but Node 24, npm and what npm needs: no compiler is on this path. Resolves to the path. */
async function barePath (t: Test): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-bare-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const installed = await installNode('24', folder)
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  symlinkSync(join(installed, 'bin/node'), join(bin, 'node'))
  for (const name of ['npm', 'sh', 'bash', 'env']) symlinkSync(realpathSync(findProgram(name)!), join(bin, name))
  return bin
}

/** Makes the package, and installs it in an empty folder, as npm of this PATH does. Resolves to that folder. */
async function installPackage (t: Test, PATH: string): Promise<string> {
  const checkout = copyCheckout(t, { built: true })
  await run('npm', ['run', '-s', 'package'], { cwd: checkout, env: { PATH: process.env.PATH, HOME } })
  const archive = readdirSync(checkout).find((name) => name.endsWith('.tgz'))!
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-installed-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(checkout, archive), join(folder, archive))
  rmSync(checkout, { recursive: true, force: true })
  t.ok(statSync(join(folder, archive)).size <= 10 * MIB, `${statSync(join(folder, archive)).size} bytes`)
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${archive}`], {
    cwd: folder,
    // What this machine needs to reach the registry.
    env: { ...process.env, PATH }
  })
  return folder
}

/** The bytes of all files below a folder. */
function sizeOf (folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

t.test('The package, installed in an empty folder, serves by its command on either database', async (t) => {
  const PATH = await barePath(t)
  const folder = await installPackage(t, PATH)
  const installed = readdirSync(join(folder, 'node_modules/cutroom'))
  t.strictSame(installed.sort(), ['.env.example', 'CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'docs',
    'package.json', 'prisma'])
  const documents = readdirSync(join(folder, 'node_modules/cutroom/docs'))
  t.notOk(documents.includes('notebook') || documents.includes('development'), 'what users do not need is not in it')
  for (const name of ['prisma', 'typescript', '@prisma/client', '@aws-sdk']) {
    t.notOk(existsSync(join(folder, 'node_modules', name)), name)
  }
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
  t.ok(Object.keys(packages).length <= 240, `${Object.keys(packages).length} packages`)
  const size = sizeOf(join(folder, 'node_modules'))
  t.ok(size <= 170 * MIB, `${Math.round(size / MIB)} MiB`)
  const command = join(folder, 'node_modules/.bin/cutroom')
  if (process.versions.node.startsWith('20.')) {
    const refusal = await run(process.execPath, [command, '--version']).catch((error) => error)
    t.match(refusal, {
      code: 1, stdout: '', stderr: `cutroom needs Node 22.15 or newer, and this is ${process.versions.node}\n`
    })
  }

  for (const dialect of dialects) {
    await t.test(dialect, async (t) => {
      const data = mkdtempSync(join(tmpdir(), 'cutroom-data-'))
      t.teardown(() => rmSync(data, { recursive: true, force: true }))
      const environment = {
        PATH,
        HOME: data,
        PORT: '0',
        LOG_LEVEL: 'silent',
        DATABASE_URL: await newEmptyDatabase(t, dialect),
        ADMIN_API_KEY: 'key-of-the-administrator'
      }
      const service = spawn(command, ['serve'], { cwd: data, env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
      const ended = once(service, 'exit')
      t.teardown(async () => {
        service.kill('SIGKILL')
        await ended
      })
      let printed = ''
      service.stdout.on('data', (chunk: Buffer) => { printed += chunk })
      const url = await eventually('the service', () => /Cutroom serves (\S+)/.exec(printed)?.[1], PATIENCE_MS)
      t.equal((await fetch(`${url}/readyz`)).status, 200)
      const headers = { 'x-api-key': environment.ADMIN_API_KEY, 'content-type': 'application/json' }
      t.equal(
        (await fetch(`${url}/api/v2/assets`, { method: 'POST', headers, body: '{"title":"Rushes"}' })).status,
        200
      )
      t.equal((await fetch(`${url}/docs`)).status, 200)
      const { stdout } = await run(command, ['user', 'list'], { cwd: data, env: environment })
      t.match(JSON.parse(stdout), [{ email: 'admin@example.com' }])
      service.kill('SIGTERM')
      t.strictSame(await ended, [0, null])
    })
  }

  await t.test('An agent starts the documented command, installed by the documented lines in an empty folder', async (t) => {
    const agent = mkdtempSync(join(tmpdir(), 'cutroom-agent-'))
    t.teardown(() => rmSync(agent, { recursive: true, force: true }))
    const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'))!
    cpSync(join(folder, archive), join(agent, archive))
    const lines = blocksOf('docs/clients.md', 'console').find((block) => block.includes('modelcontextprotocol'))!
    await run('bash', ['-e', '-c', lines], {
      cwd: agent,
      env: { ...process.env, PATH, npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }
    })
    const { packages } = JSON.parse(readFileSync(join(agent, 'package-lock.json'), 'utf8'))
    t.equal(packages['node_modules/cutroom'].resolved, `file:${archive}`, 'nothing was fetched by its name')
    const [config] = blocksOf('docs/clients.md', 'json')
    const { mcpServers: { cutroom: { command, args, env } } } = JSON.parse(config!.replaceAll('/home/ann/agent', agent))
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StdioClientTransport({ command, args, env: { PATH, ...env, CUTROOM_KEY: 'a-key' }, cwd: '/' }))
    t.teardown(async () => client.close())
    t.equal((await client.listTools()).tools.length, 4)
  })

  await t.test('With a bucket, the command fails and names the packages that it needs', async (t) => {
    const failure: { code: number, stderr: string } = await run(command, ['serve'], {
      cwd: folder,
      env: { PATH, HOME, MEDIA_URL: 's3://films' }
    }).then(() => {
      throw new Error('It serves')
    }, (error) => error)
    t.equal(failure.code, 1)
    t.match(
      failure.stderr,
      /^cutroom: MEDIA_URL: what speaks with S3 is not installed: npm install @aws-sdk\/client-s3 [^\n]+\n$/
    )
  })
})
