import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { outputOf } from '../scripts/compile.js'
import { root } from '../scripts/sources.js'

/** Who starts programs takes long, and who names this changes what its process shares. */
const wantsProcess = /node:child_process|\/(?:program|checkout|browser|prisma-project|small-disk)\.js'|\bprocess\.(?:env\.\w+ =|emit|memoryUsage)/

/**
 * What the arguments of `npm test` choose: `[file or folder of tests …] [--jobs number] [--grep text]`.
 * @param {string[]} args
 */
export function chooseTests (args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { jobs: { type: 'string', short: 'j', default: '2' }, grep: { type: 'string', short: 'g' } }
  })
  const missing = positionals.find((path) => !existsSync(resolve(path)))
  if (missing !== undefined) throw new Error(`there is no ${missing}`)
  const paths = (positionals.length > 0 ? positionals : ['test']).flatMap((path) => testsOf(relative(root, resolve(path))))
  const isAlone = (path) => wantsProcess.test(readFileSync(join(root, path), 'utf8'))
  return {
    alone: paths.filter(isAlone).map(outputOf),
    shared: paths.filter((path) => !isAlone(path)).map(outputOf),
    jobs: Number(values.jobs),
    // The first is for the file, which is a test of tap too.
    environment: values.grep === undefined ? {} : { TAP_GREP: `.\n${values.grep}` }
  }
}

function testsOf (path) {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { recursive: true })
    .filter((name) => name.endsWith('.test.ts')).sort()
    .map((name) => join(path, name))
}
