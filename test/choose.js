import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { outputOf } from '../scripts/compile.js'
import { packages } from '#proof/harness/packages.js'
import { root } from '../scripts/sources.js'

const missable = [...Object.keys(packages), 'chromium-browser', 'google-chrome']

/** A file with one of these changes its process, and needs one of its own. */
const wantsProcess = /\bprocess\.(?:env(?:\.\w+|\[\w+\]) =(?!=)|emit|memoryUsage)|\bnoteOrigins\b/
/** Gates of .ci/run. They take long, and run here only if they are named. */
const gates = /^test\/(?:campaigns|newcomer|prisma)\//
/** A file with tests about HTTP alone, which run on one database. */
const aboutHttp = /\b(?:onOneDatabase|onOneWithMedia|httpDialects)\b/
/** A file with tests that need programs which a machine may lack. */
const needsPrograms = /\/(?:helper\/(?:browser|console|programs|promtool|python)|samples|rendering|certificate)\.js'|\breasonOf\b/
/** Files that start programs take the longest. They come first, so that no process is left with one at the end. */
const startsPrograms = /node:child_process|\/(?:program|checkout|prisma-project|small-disk)\.js'/
/** Browsers and ffmpeg take all cores that they get. */
const heavy = /\/helper\/(?:browser|console)\.js'|\bmake(?:ByFfmpeg|Film)\b|\bneeds\.(?:ffmpeg|films|all)\b/

/**
 * Parses the arguments of `npm test`: `[file or folder of tests …] [--jobs number] [--grep text]`. `--http-on
 * postgresql` chooses the files about HTTP alone, on that database; `--without all`, or `--without ffmpeg,exiftool`,
 * the files that need programs, on a path that lacks those.
 * @param {string[]} args
 * @returns {{ alone: string[], heavy: string[], shared: string[], jobs: number,
 * environment: Record<string, string>, without: string[] }}
 */
export function chooseTests (args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      jobs: { type: 'string', short: 'j', default: String(availableParallelism() + 1) },
      grep: { type: 'string', short: 'g' },
      'http-on': { type: 'string' },
      without: { type: 'string' }
    }
  })
  const missing = positionals.find((path) => !existsSync(resolve(path)))
  if (missing !== undefined) throw new Error(`there is no ${missing}`)
  const paths = positionals.length > 0
    ? positionals.flatMap((path) => testsOf(relative(root, resolve(path))))
    : testsOf('test').filter((path) => !gates.test(path))
  const { 'http-on': httpOn, grep, without } = values
  const tests = paths.map((path) => ({ path: outputOf(path), source: readFileSync(join(root, path), 'utf8') }))
    .filter(({ source }) => httpOn === undefined || aboutHttp.test(source))
    .filter(({ source }) => without === undefined || needsPrograms.test(source))
  /** Heavy ones too, so that no heavy file runs beside another. */
  const isHeavy = ({ source }) => heavy.test(source)
  const isAlone = (test) => !isHeavy(test) && wantsProcess.test(test.source)
  const isLong = ({ source }) => startsPrograms.test(source)
  const pathsOf = (wanted) => tests.filter(wanted).map(({ path }) => path)
  return {
    alone: pathsOf(isAlone),
    heavy: pathsOf(isHeavy),
    shared: [
      ...pathsOf((test) => !isHeavy(test) && !isAlone(test) && isLong(test)),
      ...pathsOf((test) => !isHeavy(test) && !isAlone(test) && !isLong(test))
    ],
    jobs: Number(values.jobs),
    without: without === 'all' ? missable : without?.split(',') ?? [],
    environment: {
      // The first pattern matches the file, which is a test of tap too.
      ...grep === undefined ? {} : { TAP_GREP: `.\n${grep}` },
      ...httpOn === undefined ? {} : { TEST_HTTP_DATABASE: httpOn }
    }
  }
}

function testsOf (path) {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts')).sort()
    .map((name) => join(path, name))
}
