import { request } from 'undici'
import { closeLater } from '#proof/harness/closing.js'
import { ensure } from '#proof/harness/failure.js'
import { headers } from '../support/load.js'

/**
 * Follows the changes as server-sent events, and calls `onChange` for each.
 * @param {import('../support/processes.js').Server} server
 * @param {string} query
 * @param {(change: any) => void} onChange
 * @returns {Promise<{ stop: () => void }>} once the service has answered
 */
export async function openStream (server, query, onChange) {
  const { statusCode, body } = await request(`${server.url}/api/v2/changes?${query}`, {
    headers: { ...headers, accept: 'text/event-stream' },
    bodyTimeout: 0
  })
  ensure(statusCode === 200, `the stream of changes answered ${statusCode}`)
  body.on('error', () => {})
  let text = ''
  body.setEncoding('utf8').on('data', (piece) => {
    const lines = (text + piece).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) onChange(JSON.parse(line.slice('data: '.length)))
  })
  const stop = () => { body.destroy() }
  closeLater(stop)
  return { stop }
}
