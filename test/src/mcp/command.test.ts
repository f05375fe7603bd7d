import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { loadSdk } from '#src/mcp/sdk.js'
import { httpDialects, inOneApp } from '../../helper/app.js'
import { listeningUrl } from '../../helper/client.js'
import { isRefused, runProgram } from '../../helper/program.js'
import { command, startAgent } from '../../helper/agent.js'

t.test('Without a key the command ends with a line that names it', async (t) => {
  for (const environment of [{}, { CUTROOM_KEY: '' }] as Array<Record<string, string>>) {
    const outcome = await runProgram(t, 'src/cli/main.js', ['mcp'], environment)
    isRefused(t, outcome, /CUTROOM_KEY/)
    t.equal(outcome.stdout, '')
  }
  isRefused(t, await runProgram(t, 'src/cli/main.js', ['mcp'], { CUTROOM_KEY: 'x', CUTROOM_URL: 'there' }), /CUTROOM_URL/)
})

t.test('Without the SDK the command asks to install it', async (t) => {
  const missing = async () => { throw Object.assign(new Error('none'), { code: 'ERR_MODULE_NOT_FOUND' }) }
  await t.rejects(loadSdk(missing), { name: 'OperatorMistake', message: /npm install @modelcontextprotocol\/sdk/ })
})

inOneApp(httpDialects)('The command answers what was asked before its input ended, and nothing but the protocol', async (t, world) => {
  await startAgent(t, world)
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
    { id: 2, method: 'tools/call', params: { name: 'search', arguments: {} } }
  ]
  child.stdin.end(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''))
  t.equal(await ended, 0)
  t.equal(await errors, '')
  const answers = (await printed).trimEnd().split('\n').map((line) => JSON.parse(line))
  t.match(answers, [{ jsonrpc: '2.0', id: 1 }, { jsonrpc: '2.0', id: 2, result: { structuredContent: { results: [] } } }])
})

inOneApp(httpDialects)('A service that is not there is an error of the tool', async (t, world) => {
  const server = { listening: true, address: () => ({ port: 1 }) }
  const { call } = await startAgent(t, { ...world, app: { server } as never })
  t.match(await call('search'), { isError: true, text: /does not answer/ })
})
