// Records in dist/ which commit was built, for `cutroom --version` and the metrics.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './sources.js'

const COMMIT = /^[0-9a-f]{7,64}$/
const noted = join(root, 'dist/src/basics/commit')

/**
 * Records the commit of the sources. If it is unknown, a build gets `unknown`; an earlier build keeps its record, as
 * dist/ may have come from elsewhere.
 * @param {{ isBuilt: boolean }} options whether something was built just now
 */
export function noteCommit ({ isBuilt }) {
  const commit = exportedCommit() ?? checkedOutCommit()
  if (commit === undefined && !isBuilt) return
  const text = `${commit ?? 'unknown'}\n`
  if (existsSync(noted) && readFileSync(noted, 'utf8') === text) return
  try {
    mkdirSync(dirname(noted), { recursive: true })
    writeFileSync(`${noted}.new`, text)
    renameSync(`${noted}.new`, noted)
  } catch (error) {
    // An earlier build may be started in a read-only folder.
    if (isBuilt) throw error
  }
}

/** `git archive` writes the commit into this file; a build from a copy of the sources may do so too. */
function exportedCommit () {
  const path = join(root, 'scripts/commit.txt')
  const text = existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  return COMMIT.test(text) ? text : undefined
}

/** Ignores another repository around this folder. */
function checkedOutCommit () {
  if (!existsSync(join(root, '.git'))) return undefined
  try {
    // The checkout may belong to another user; nothing in it is run.
    const asked = ['-c', 'safe.directory=*', 'rev-parse', '--short', 'HEAD']
    const text = execFileSync('git', asked, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    return COMMIT.test(text) ? text : undefined
  } catch {
    return undefined
  }
}
