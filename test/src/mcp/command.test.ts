import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { inspect } from 'node:util'
import t from 'tap'
import { createOperations } from '#src/cli/operations.js'
import { serveMcp } from '#src/mcp/command.js'
import { loadSdk } from '#src/mcp/sdk.js'
import { httpDialects, inOneApp } from '../../helper/app.js'
import { listeningUrl, loadClient } from '../../helper/client.js'
import { isRefused, runProgram } from '../../helper/program.js'
import { command, startAgent, startAgentOfCommand } from '../../helper/agent.js'

const inApp = inOneApp(httpDialects)

t.test('Without a key the command ends with a line that names it', async (t) => {
  const outcome = await runProgram(t, 'src/cli/main.js', ['mcp'], {})
  isRefused(t, outcome, /CUTROOM_KEY/)
  t.equal(outcome.stdout, '')
  await loadClient()
  for (const [environment, message] of [
    [{ CUTROOM_KEY: '' }, /CUTROOM_KEY/], [{ CUTROOM_KEY: 'x', CUTROOM_URL: 'there' }, /CUTROOM_URL/]
  ] as const) await t.rejects(serveMcp(environment, { write: false }), { name: 'OperatorMistake', message })
})

t.test('A key that no request carries is named by the command, and not printed', async (t) => {
  const { upload } = createOperations({})
  for (const key of ['secret\nof mine', 'secret\r\nX-Other: 1', 'secret\n of mine', 'secret of mine', 'secret…of mine']) {
    for (const refusal of [serveMcp({ CUTROOM_KEY: key }, { write: false }), upload({ key, files: ['a.mov'] })]) {
      const error = await refusal.catch((error: unknown) => error)
      t.match(error, { name: 'OperatorMistake', message: /The API key has a character that no key has/ })
      t.notMatch(inspect(error), /secret|of mine|X-Other/)
    }
  }
  const outcome = await runProgram(t, 'src/cli/main.js', ['mcp'], { CUTROOM_KEY: 'secret\nof mine' })
  isRefused(t, outcome, /The API key/)
  t.notMatch(outcome.stdout + outcome.stderr, /secret|of mine/)
})

t.test('Without the SDK the command asks to install it', async (t) => {
  const missing = async () => { throw Object.assign(new Error('none'), { code: 'ERR_MODULE_NOT_FOUND' }) }
  await t.rejects(loadSdk(missing), { name: 'OperatorMistake', message: /npm install @modelcontextprotocol\/sdk/ })
})

inApp('The command answers what was asked before its input ended, and nothing but the protocol', async (t, world) => {
  await loadClient()
  const child = spawn(process.execPath, [command, 'mcp'], {
    env: { CUTROOM_URL: await listeningUrl(world), CUTROOM_KEY: world.adminKey },
    cwd: t.testdir(),
    stdio: ['pipe', 'pipe', 'pipe']
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const printed = text(child.stdout)
  const errors = text(child.stderr)
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } }
  const messages = [
    { id: 1, method: 'initialize', params },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'search', arguments: {} } },
    { id: 3, method: 'tools/call', params: { name: 'create_item', arguments: { type: 'asset', title: 'A' } } }
  ]
  child.stdin.end(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''))
  t.equal(await ended, 0)
  t.equal(await errors, '')
  const answers = (await printed).trimEnd().split('\n').map((line) => JSON.parse(line))
  t.match(answers.toSorted((one, other) => one.id - other.id), [
    { jsonrpc: '2.0', id: 1 },
    { jsonrpc: '2.0', id: 2, result: { structuredContent: { results: [] } } },
    { jsonrpc: '2.0', id: 3, error: { message: /Unknown tool: create_item/ } }
  ])
})

inApp('With --write the command has the tools that write', async (t, world) => {
  const { client, call, errors } = await startAgentOfCommand(t, world)
  t.equal((await client.listTools()).tools.length, 10)
  t.match(await call('create_item', { type: 'asset', title: 'A' }), { isError: false, data: { asset: { title: 'A' } } })
  t.match(await call('search', { q: '"open' }), { isError: true, text: /Must close its quotes/ })
  t.equal(errors(), '', 'standard output has the protocol alone')
})

inApp('A service that is not there is an error of the tool', async (t, world) => {
  const { call } = await startAgent(t, world, { url: 'http://127.0.0.1:1' })
  t.match(await call('search'), { isError: true, text: /does not answer/ })
})
