// A receiver that answers at once, and records what arrived when. Started by receiver.js.
import { createServer } from 'node:http'
import { performance } from 'node:perf_hooks'
import { portOf } from '#proof/harness/ports.js'

const SEQUENCE = /"sequence":(\d+)/
/** @type {import('./receiver.js').Seen} */
let seen = nothing()
let highest = new Map()

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (text) => { body += text })
  request.on('end', () => {
    note(request, body)
    response.writeHead(200, { 'content-length': 2 })
    response.end('ok')
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ url: `http://127.0.0.1:${portOf(server)}` }))

process.on('message', (question) => {
  if (question === 'reset') {
    seen = nothing()
    highest = new Map()
  }
  process.send?.(seen)
})
process.on('disconnect', () => process.exit())

function nothing () {
  return { count: 0, firstAt: 0, lastAt: 0, disordered: 0 }
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {string} body
 */
function note ({ url }, body) {
  const at = performance.timeOrigin + performance.now()
  seen.count++
  seen.firstAt ||= at
  seen.lastAt = at
  const sequence = Number(SEQUENCE.exec(body)?.[1] ?? 0)
  if (sequence < (highest.get(url) ?? 0)) seen.disordered++
  else highest.set(url, sequence)
}
