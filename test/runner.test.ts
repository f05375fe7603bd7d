import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { reasonOf } from '#proof/harness/packages.js'
import { projectRoot } from '#src/basics/paths.js'

/** Of the programs of the suite itself, which are not compiled. */
const load = (name: string) => import(pathToFileURL(join(projectRoot, 'test', name)).href)
const { runFiles } = await load('pool.js')
const { createOutput } = await load('output.js')

t.test('Each file has its own result, whatever it reports, and what it reports at the root fails it', async (t) => {
  const folder = t.testdir()
  const fixture = (name: string, source: string) => {
    const path = join(folder, `${name}.js`)
    writeFileSync(path, `import t from 'tap'\n${source}`)
    return path
  }
  const good = "t.test('it holds', async (t) => { t.pass() })"
  const shared = [
    fixture('good', good),
    fixture('astray', `t.pass('the program is missing')\n${good}`),
    fixture('wrong', "t.test('it holds', async (t) => { t.fail('not here') })"),
    fixture('long', "t.setTimeout(100_000)\nt.test('it holds', async (t) => { t.pass() })"),
    fixture('killed', "t.test('it holds', async () => { process.kill(process.pid, 'SIGKILL') })"),
    fixture('last', good)
  ]
  const found: Array<{ path: string, lines: string[] }> = []
  await runFiles({
    alone: [],
    heavy: [],
    shared: [...shared],
    jobs: 1,
    environment: {},
    signal: new AbortController().signal,
    output: { file: (file: typeof found[number]) => { found.push(file) }, count: () => {} }
  })
  t.same(found.map(({ path }) => path), shared)
  const outermost = found.map(({ path, lines }) =>
    lines.filter((line) => /^(not )?ok /.test(line)).map((line) => line.replace(path, 'FILE').replace(/^((not )?ok) \d+/, '$1')))
  t.match(outermost, [
    [/^ok - FILE # time/], [/^ok - FILE # time/, /^ok - the program is missing/], [/^not ok - FILE # time/],
    [/^ok - FILE # time/], [/^not ok - FILE # its process has ended \(SIGKILL\)/], [/^ok - FILE # time/]
  ])
})

t.test('The last lines name what is missing, how to install it, and how to run a file that failed', async (t) => {
  const printed = t.capture(process.stdout, 'write')
  const output = createOutput(3)
  const skipped = `    ok 1 - it plays # SKIP ${reasonOf(['ffmpeg', 'exiftool'])}`
  const result = (path: string) => `ok 1 - ${path} # time=20ms`
  const file = (path: string, ...lines: string[]) => output.file({ path, lines, processorSeconds: 1 })
  file('dist/test/films.test.js', skipped, skipped, result('dist/test/films.test.js'))
  file('dist/test/sounds.test.js', skipped, result('dist/test/sounds.test.js'))
  file('dist/test/astray.test.js', 'ok 1 - nothing to do', result('dist/test/astray.test.js'))
  output.count({ counts: { pass: 7, fail: 0, skip: 3, todo: 0 }, costs: { apps: { count: 2, ms: 1500 } } })
  t.equal(output.end({ processorSeconds: 12 }), false)
  const text = printed().map(({ args: [text] }) => text).join('')
  printed.restore()
  t.match(text, /^ {4}1\.5 s {2}2 apps$/m)
  t.match(text, /^ {2}ffmpeg is missing: 3 tests in 2 files about films and sounds\. apt-get install ffmpeg$/m)
  t.match(text, /^ {2}exiftool is missing: 3 tests in 2 files .* apt-get install libimage-exiftool-perl$/m)
  t.match(text, /^ {2}To run it alone: npm test -- test\/astray\.test\.ts$/m)
  t.match(text, /\n3 files, 11 assertions, in 0:00 minutes, with 12 s of a processor\n7 passed, 1 failed, 3 skipped$/m)
})

t.test('No two files that share an app name the same e-mail, which is unique in it', async (t) => {
  const folder = join(projectRoot, 'test')
  const named = new Map<string, string>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'))) {
    const source = readFileSync(join(folder, name), 'utf8')
    if (!/\b(?:inSharedApp|openConsole)\(/.test(source)) continue
    for (const email of new Set(source.match(/(?<=')[\w.-]+@[\w.-]+(?=')/g))) {
      t.equal(named.get(email), undefined, `${email} in ${name}`)
      named.set(email, name)
    }
  }
  t.ok(named.size > 0)
})
