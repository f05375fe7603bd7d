import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Installs a version of Node from the registry. Resolves to its folder, which has the headers too.
 * @param {string} version
 * @param {string} prefix where npm puts it
 */
export async function installNode (version, prefix) {
  const name = `node-${process.platform}-${process.arch}`
  await promisify(execFile)('npm', [
    'install', '--prefix', prefix, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`
  ])
  return join(prefix, 'node_modules', name)
}
