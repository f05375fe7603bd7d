import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { projectRoot } from '#src/basics/paths.js'

/** The lines of a client that prisma/runtime.js changes, as Prisma generates them. */
const RUNTIME = 'import * as runtime from "@prisma/client/runtime/client"\n'
const COMPILER = 'getRuntime: async () => await import("@prisma/client/runtime/query_compiler_small_bg.sqlite.mjs"),\n'

/** Runs it on a client with this source. */
function run (t: Test, source: string) {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-clients-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const client = join(folder, 'prisma/generated/sqlite/internal')
  mkdirSync(client, { recursive: true })
  for (const name of ['runtime.js', 'compiler.mjs', 'sqlite-adapter.js']) cpSync(join(projectRoot, 'prisma', name), join(folder, 'prisma', name))
  cpSync(join(projectRoot, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(client, 'class.ts'), source)
  const { status, stderr } = spawnSync(process.execPath, ['prisma/runtime.js'], { cwd: folder, encoding: 'utf8' })
  return { code: status, stderr, source: () => readFileSync(join(client, 'class.ts'), 'utf8') }
}

t.test('A generated client imports the copy of Prisma\'s runtime, and shares its compiler', async (t) => {
  const { code, source } = run(t, RUNTIME + COMPILER)
  t.equal(code, 0)
  t.equal(source(), 'import * as runtime from "../../runtime/client.mjs"\n' +
    'getRuntime: async () => (await import("../../runtime/compiler.mjs"))' +
    '.shareCompiler(await import("../../runtime/query_compiler_small_bg.sqlite.mjs")),\n')
})

t.test('If Prisma generates other clients, the build ends with one line that says what was not found', async (t) => {
  const changes: Array<[source: string, what: string]> = [
    [COMPILER, 'there is no import of Prisma\'s runtime in prisma/generated/sqlite'],
    [RUNTIME, 'there is no import of the compiler of queries in prisma/generated/sqlite'],
    [RUNTIME + COMPILER.replace('await import', 'require'), 'there is no import of the compiler of queries in prisma/generated/sqlite'],
    [`${RUNTIME}${COMPILER}import "@prisma/client/runtime/engine"\n`,
      '"@prisma/client/runtime/engine" is imported by prisma/generated/sqlite/internal/class.ts']
  ]
  for (const [source, what] of changes) {
    t.match(run(t, source), {
      code: 1,
      stderr: `prisma/runtime.js: ${what}: this version of Prisma generates other clients than the last, see docs/dependencies.md\n`
    })
  }
})
