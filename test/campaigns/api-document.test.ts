import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { projectRoot } from '#src/basics/paths.js'
import { createWorld } from '#test/helper/app.js'

const { anonymous } = await createWorld(t, 'sqlite')

interface Lint {
  readonly totals: { readonly errors: number }
  readonly problems: ReadonlyArray<
    { severity: string, ruleId: string, message: string, location: ReadonlyArray<{ pointer: string }> }
  >
}

/**
 * Lints by the recommended rules of @redocly/cli, which are the default in a folder without settings.
 */
function lint (file: string): Promise<Lint> {
  const program = join(projectRoot, 'node_modules/.bin/redocly')
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return new Promise((resolve, reject) => {
    execFile(
      program,
      ['lint', file, '--format=json'],
      { cwd: join(file, '..'), env, maxBuffer: 64 * 1024 ** 2 },
      (error, stdout, stderr) => {
        // Exit code 1 means that there are errors, which are in the output.
        if (stdout.trim() === '') reject(error ?? new Error(stderr))
        else resolve(JSON.parse(stdout))
      }
    )
  })
}

t.test('The API document is served without a key, and a linter reports nothing but four expected warnings', async (t) => {
  const { status, body: document, text } = await anonymous.get('/openapi.json')
  t.equal(status, 200)
  t.match(document, {
    openapi: '3.1.0',
    info: { title: 'Cutroom', version: /^\d+\.\d+\.\d+/ },
    components: { securitySchemes: { apiKey: { name: 'X-API-KEY' } } }
  })
  const file = join(t.testdir(), 'openapi.json')
  await writeFile(file, text)
  const { totals, problems } = await lint(file)
  const told = (severity: string) =>
    problems.filter((problem) => problem.severity === severity).map(({ ruleId, location }) =>
      `${ruleId} at ${location[0]!.pointer}`
    )
  t.strictSame(told('error'), [])
  t.equal(totals.errors, 0)
  // healthz and readyz have no parameters that could be wrong.
  t.strictSame(
    told('warn'),
    [
      // These redirect browsers.
      ...['', '~1callback'].map((path) => `operation-2xx-response at #/paths/~1api~1v2~1session~1oidc${path}/get/responses`),
      ...['healthz', 'readyz'].map((path) => `operation-4xx-response at #/paths/~1${path}/get/responses`)
    ]
  )
})
