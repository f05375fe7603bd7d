import type { Cutroom } from '../../client/cutroom.js'
import { OperatorMistake } from '../errors.js'
import { loadClient, requireKey } from '../process/client.js'
import { publicUrl, readConfig } from '../process/config.js'
import { loadSdk } from './sdk.js'
import { createMcpServer } from './server.js'

/**
 * Serves the Model Context Protocol on standard input and output, until the input ends. What was asked before is still
 * answered. Throws OperatorMistake without a key, and without the SDK.
 */
export async function serveMcp (environment: NodeJS.ProcessEnv, options: { write: boolean }): Promise<void> {
  const { stdin, stdout, stderr } = process
  const cutroom = await connect(environment)
  const sdk = await loadSdk()
  const { server, settled } = createMcpServer(sdk, cutroom, options)
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) stdin.once(event, () => resolve())
    // Whoever does not listen any more has gone.
    stdout.on('error', () => resolve())
    server.onclose = resolve
  })
  server.onerror = (error) => { stderr.write(`cutroom mcp: ${error.message.replace(/\s+/g, ' ')}\n`) }
  await server.connect(new sdk.StdioServerTransport())
  await ended
  await settled()
  await server.close()
}

async function connect ({ CUTROOM_KEY, CUTROOM_URL: named, ...environment }: NodeJS.ProcessEnv): Promise<Cutroom> {
  const key = requireKey(CUTROOM_KEY, 'CUTROOM_KEY')
  const url = named || publicUrl(readConfig(environment))
  const { createClient } = await loadClient()
  try {
    return createClient({ url, key })
  } catch {
    throw new OperatorMistake(`CUTROOM_URL must be a URL that starts with http:// or https://, not ${url}`)
  }
}
