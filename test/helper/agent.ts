import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Test } from 'tap'
import { PATIENCE_MS } from '#proof/harness/waiting.js'
import { loadSdk } from '#src/mcp/sdk.js'
import { createMcpServer } from '#src/mcp/server.js'
import { projectRoot } from '../../src/basics/paths.js'
import type { World } from './app.js'
import { listeningUrl, loadClient } from './client.js'

/** Only a hang reaches it. The SDK gives up after a minute. */
const patient = { timeout: PATIENCE_MS }

export const command = join(projectRoot, 'dist/src/cli/main.js')

export interface Result {
  readonly isError: boolean
  /** The text of the result, as a model reads it. */
  readonly text: string
  readonly data: any
}

type Options = Partial<Record<'key' | 'url', string>> & { readonly write?: boolean }

/** An agent with the tools of a service, until the test ends: the client of the SDK, and the server of the tools. */
export async function startAgent (t: Test, world: World, options: Options = {}) {
  const { createClient } = await loadClient()
  const { write = false, key = world.adminKey, url = await listeningUrl(world) } = options
  const [transport, ofServer] = InMemoryTransport.createLinkedPair()
  const { server } = createMcpServer(await loadSdk(), createClient({ url, key }), { write })
  await server.connect(ofServer)
  return connect(t, transport)
}

/** An agent whose tools, those that write too, are of the command that it starts. */
export async function startAgentOfCommand (t: Test, world: World) {
  await loadClient()
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, 'mcp', '--write'],
    env: { CUTROOM_URL: await listeningUrl(world), CUTROOM_KEY: world.adminKey, HOME: t.testdir() },
    cwd: t.testdir(),
    stderr: 'pipe'
  })
  let errors = ''
  transport.stderr!.on('data', (text) => { errors += text })
  const agent = await connect(t, transport)
  return { ...agent, errors: () => errors + agent.errors() }
}

async function connect (t: Test, transport: Transport) {
  const client = new Client({ name: 'test', version: '1' })
  let errors = ''
  client.onerror = (error) => { errors += error.message }
  await client.connect(transport, patient)
  t.teardown(async () => client.close())
  return {
    client,
    /** What was no message of the protocol, or came on standard error. */
    errors: () => errors,
    call: async (name: string, sent: Record<string, unknown> = {}): Promise<Result> => {
      const answer = await client.callTool({ name, arguments: sent }, undefined, patient)
      const { content, structuredContent: data, isError } = answer
      const [{ text }] = content as [{ text: string }]
      t.ok(Buffer.byteLength(text) <= 16 * 1024, `${name} has ${Buffer.byteLength(text)} bytes`)
      if (data !== undefined) t.strictSame(JSON.parse(text), data, 'the text is the structured content')
      return { isError: isError === true, text, data }
    }
  }
}
