import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { projectRoot } from '../../src/basics/paths.js'

interface Ending {
  readonly code: unknown
  readonly stdout: string
  readonly stderr: string
}

/** Runs the program to its end, in a folder of the test, given relative to its working directory. */
function prove (t: Test, ...options: string[]): Promise<Ending & { folder: string }> {
  const folder = t.testdir()
  const program = [join(projectRoot, 'proof/main.js'), '--folder', basename(folder), ...options]
  return new Promise((resolve) => {
    const child = execFile(process.execPath, program, { cwd: dirname(folder) }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr, folder })
    })
    t.teardown(() => { child.kill() })
  })
}

t.test('A round of kills loses nothing, and its result is written as JSON', async (t) => {
  const { code, stdout, stderr, folder } =
    await prove(t, '--quick', '--only', 'kill', '--database', 'sqlite', '--rounds', '1', '--seed', '7', '--step', 'rounds 1 to 1')
  t.equal(code, 0, stderr)
  t.match(stdout, /\| kill: kill -9 +\| +sqlite \| +1 \|/)
  t.match(JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')), {
    seed: 7, kept: true, broken: [], rows: [{ scenario: 'kill', database: 'sqlite', times: 1, lost: 0 }]
  })
})

t.test('An invalid option is named, and nothing is begun', async (t) => {
  for (const options of [['--rounds', 'many'], ['--only', 'nothing'], ['--database', 'oracle'], ['--unknown']]) {
    const { code, stderr } = await prove(t, ...options)
    t.equal(code, 1)
    t.match(stderr, new RegExp(`^proof: .*${options.at(-1)}`))
  }
  const { code, stdout } = await prove(t, '--help')
  t.equal(code, 0)
  t.match(stdout, /--rounds N/)
})
