import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { version } from '../../src/basics/version.js'
import { copyCheckout } from '../helper/checkout.js'

const { PATH = '' } = process.env
const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', '-c', 'commit.gpgsign=false']

function run (folder: string, command: string, ...words: string[]): string {
  return execFileSync(command, words, {
    cwd: folder,
    env: { PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore']
  }).trim()
}

const git = (folder: string, ...words: string[]) => run(folder, 'git', ...identity, ...words)
const build = (folder: string) => run(folder, process.execPath, 'scripts/build.js')
const printedVersion = (folder: string) => run(folder, process.execPath, 'dist/src/cli/main.js', '--version')

/** Commits one file. A build compares hashes of sources, which do not include the commit. */
function commitAnything (folder: string, text: string): string {
  writeFileSync(join(folder, 'CHANGELOG.md'), text)
  git(folder, 'add', '.gitattributes', 'scripts', 'CHANGELOG.md')
  git(folder, 'commit', '--quiet', '--message', text)
  return git(folder, 'rev-parse', '--short', 'HEAD')
}

t.test('The version names the commit that was built, or unknown outside of git', async (t) => {
  const folder = copyCheckout(t, { built: true })
  rmSync(join(folder, 'dist/src/basics/commit'))
  t.equal(printedVersion(folder), `${version} (unknown)`)
  build(folder)
  t.equal(printedVersion(folder), `${version} (unknown)`)

  git(folder, 'init', '--quiet')
  build(folder)
  t.equal(printedVersion(folder), `${version} (unknown)`, 'nothing is committed yet')
  const first = commitAnything(folder, 'first')
  build(folder)
  t.equal(printedVersion(folder), `${version} (${first})`)
  const second = commitAnything(folder, 'second')
  build(folder)
  t.equal(printedVersion(folder), `${version} (${second})`, 'a commit that changes no source is noted, too')

  await t.test('A build of a git archive names the commit of the archive', async (t) => {
    rmSync(join(folder, 'dist/src/basics/commit'))
    const archive = join(folder, 'archive.tar')
    git(folder, 'archive', '--output', archive, 'HEAD')
    rmSync(join(folder, '.git'), { recursive: true })
    run(folder, 'tar', '-x', '-f', archive)
    build(folder)
    t.equal(printedVersion(folder), `${version} (${second})`)
  })

  await t.test('A build that was made elsewhere keeps its commit until a source is added', async (t) => {
    writeFileSync(join(folder, 'scripts/commit.txt'), '$Format:%h$\n')
    build(folder)
    t.equal(printedVersion(folder), `${version} (${second})`)
    writeFileSync(join(folder, 'src/added.ts'), 'export const added = 1\n')
    build(folder)
    t.equal(printedVersion(folder), `${version} (unknown)`)
  })

  await t.test('The commit of a repository around the checkout is not used', async (t) => {
    const outer = join(folder, '..')
    git(outer, 'init', '--quiet')
    mkdirSync(join(outer, 'scripts'))
    writeFileSync(join(outer, 'scripts/a'), '')
    writeFileSync(join(outer, '.gitattributes'), '')
    commitAnything(outer, 'outer')
    build(folder)
    t.equal(printedVersion(folder), `${version} (unknown)`)
  })
})
