// Runs tests on each supported version of Node, as `npm test` does on one: the whole suite, or the files in the
// arguments. The versions come from the registry. Each has a copy of the checkout with the driver of SQLite that it can
// run. node test/nodes.js [--others] [test or folder of tests …]. --others leaves out the version that runs this.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../scripts/sources.js'
import { installNode } from './helper/install-node.mjs'

const supported = ['20', '22', '24']
const onlyOthers = process.argv.includes('--others')
const tests = process.argv.slice(2).filter((argument) => argument !== '--others')
const versions = supported.filter((version) => !onlyOthers || !process.versions.node.startsWith(`${version}.`))
const run = promisify(execFile)
let running = null

const folder = mkdtempSync(join(tmpdir(), 'cutroom-nodes-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const interrupt = (name) => {
  running?.kill(name)
  process.exit(1)
}
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, interrupt)

const results = await Promise.all(versions.map(prepare))
for (const [index, { place, reason }] of results.entries()) {
  const version = versions[index]
  if (reason !== undefined) {
    console.log(`Node ${version} is skipped: ${reason}`)
    continue
  }
  const [code] = await test(place)
  console.log(`Node ${version} ${code === 0 ? 'passed' : 'failed'}`)
  if (code !== 0) process.exitCode = 1
}

/** Resolves to the folder and the program for the tests, or to the reason why they cannot run. */
async function prepare (version) {
  if (process.versions.node.startsWith(`${version}.`)) return { place: { cwd: root, node: process.execPath } }
  const prefix = join(folder, version)
  const cwd = join(prefix, 'checkout')
  try {
    mkdirSync(cwd, { recursive: true })
    const installed = await installNode(version, prefix)
    const node = join(installed, 'bin/node')
    await copyCheckout(cwd)
    if (version === '20') await compileDriver(cwd, installed)
    return { place: { cwd, node } }
  } catch (error) {
    return { reason: String(error.stderr || error.message).trim().split('\n').slice(0, 5).join('\n') }
  }
}

/** Compiles the driver for Node 20, whose package has the headers too. */
async function compileDriver (cwd, installed) {
  const environment = {
    ...withNode(join(installed, 'bin/node')),
    npm_config_nodedir: installed,
    npm_config_build_from_source: 'true',
    JOBS: 'max'
  }
  rmSync(join(cwd, 'node_modules/better-sqlite3-12/build'), { recursive: true, force: true })
  await run('npm', ['rebuild', 'better-sqlite3-12'], { cwd, env: environment, maxBuffer: 2 ** 26 })
}

/** Copies what git would commit, and node_modules, by hard links if possible. */
async function copyCheckout (to) {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 2 ** 26
  })
  const paths = stdout.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
  for (const path of paths) cpSync(join(root, path), join(to, path))
  const [source, copy] = [join(root, 'node_modules'), join(to, 'node_modules')]
  await run('cp', ['-al', source, copy]).catch(() => {
    rmSync(copy, { recursive: true, force: true })
    cpSync(source, copy, { recursive: true, verbatimSymlinks: true })
  })
}

function test ({ cwd, node }) {
  running = spawn(node, ['test/run.js', ...tests], { cwd, env: withNode(node), stdio: 'inherit' })
  return once(running, 'close')
}

function withNode (node) {
  return { ...process.env, PATH: dirname(node) + delimiter + process.env.PATH }
}
