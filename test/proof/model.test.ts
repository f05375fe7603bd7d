import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { API_KEY } from '#proof/harness/service.js'
import { resolve } from '#proof/model/commands.js'
import { scriptOf } from '#proof/model/script.js'
import { runSequence } from '#proof/model/sequence.js'
import { createWorld } from '../helper/app.js'

// The program itself, with random commands and on both databases, is run by .ci/run.

t.test('A difference from the model is reported, and the script that repeats it runs in a shell', async (t) => {
  const { app } = await createWorld(t, 'sqlite', { ADMIN_API_KEY: API_KEY })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const commands = resolve([
    { do: 'create', by: 'ann', kind: 'asset', body: { title: "It's $HOME" } },
    { do: 'join', by: 'ann', kind: 'project', item: 0, user: 'bob' },
    { do: 'set', by: 'ann', kind: 'asset', item: 0, group: 1, values: { 1: 'Köln' } }
  ])
  const withoutFields = runSequence([{ label: 'the service', urls: [url] }], commands.first, 'turn')
  await t.rejects(withoutFields, { name: 'Difference', message: /^the service, command 15 .*status: 200 was expected/ })

  const folder = await mkdtemp(join(tmpdir(), 'cutroom-model-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'repeat.sh')
  await writeFile(file, scriptOf(commands, { failure: 'two\nlines', repeat: 'seed 1' }))
  const { stdout } = await promisify(execFile)('bash', [file], { env: { ...process.env, URL: url, ADMIN: API_KEY } })
  t.match(stdout, /"title":"It's \$HOME"/)
  t.match(stdout, /User \d+ has been added to project /)
  t.match(stdout, /"1":"Köln"/)
})
