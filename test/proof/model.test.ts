import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import t from 'tap'
import { API_KEY } from '#proof/harness/service.js'
import { runAtOnce } from '#proof/model/at-once.js'
import { any, resolve, whole } from '#proof/model/commands.js'
import { scriptOf } from '#proof/model/script.js'
import { runSequence } from '#proof/model/sequence.js'
import { makeFields } from '#proof/model/service.js'
import { createWorld, onBothDatabases, type World } from '../helper/app.js'

/** The program draws others each time; here a failure is to be one tomorrow too. */
const chance = { seed: 20, numRuns: 2 }
/** The harness has one key for every service. */
const environment = { ADMIN_API_KEY: API_KEY }

async function listen ({ app }: World): Promise<string> {
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  await makeFields(url)
  return url
}

onBothDatabases('The service answers as the model of the contract does, and shows the same afterwards', async (t, world) => {
  const addresses = [{ label: 'the service', urls: [await listen(world)] }]
  const drawn = fc.sample(fc.array(any, { minLength: 20, maxLength: 30 }), chance)
  for (const [index, one] of drawn.entries()) await runSequence(addresses, resolve(one).first, `turn${index}`)
  t.pass()
}, environment)

onBothDatabases('Some order explains what callers were told who came at once', async (t, world) => {
  const addresses = [{ label: 'the service', urls: [await listen(world)] }]
  const callers = fc.array(fc.array(whole, { minLength: 2, maxLength: 3 }), { minLength: 3, maxLength: 3 })
  for (const [index, one] of fc.sample(callers, chance).entries()) {
    await runAtOnce(addresses, resolve([], one), `crowd${index}`)
  }
  t.pass()
}, environment)

t.test('What is not as the model says is told, and the script of it runs in a shell', async (t) => {
  const { app } = await createWorld(t, 'sqlite', environment)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const commands = resolve([
    { do: 'create', by: 'ann', kind: 'asset', body: { title: "It's $HOME" } },
    { do: 'join', by: 'ann', kind: 'project', item: 0, user: 'bob' },
    { do: 'set', by: 'ann', kind: 'asset', item: 0, group: 1, values: { 1: 'Köln' } }
  ])
  const withoutFields = runSequence([{ label: 'the service', urls: [url] }], commands.first, 'turn')
  await t.rejects(withoutFields, { name: 'Difference', message: /^the service, command 12 .*status: 200 was expected/ })

  const folder = await mkdtemp(join(tmpdir(), 'cutroom-model-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'repeat.sh')
  await writeFile(file, scriptOf(commands, { failure: 'two\nlines', repeat: 'seed 1' }))
  const { stdout } = await promisify(execFile)('bash', [file], { env: { ...process.env, URL: url, ADMIN: API_KEY } })
  t.match(stdout, /"title":"It's \$HOME"/)
  t.match(stdout, /User \d+ has been added to project /)
  t.match(stdout, /"1":"Köln"/)
})
