#!/usr/bin/env node
// Replaces Prisma's schema engine, a binary that Prisma would download, by the same engine built to WebAssembly from
// the npm registry. Prisma's command starts this file and speaks JSON-RPC with it, one message per line.
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { runCommand } from './command.js'
import { readableError } from './errors.js'
import { createSession } from './session.js'

// Prisma's command reads the error stream as a log of JSON lines, in which a warning of Node would be a syntax error.
process.removeAllListeners('warning')

// Prisma's command ends this process by SIGTERM. A regular exit closes a SQLite database, which removes its journal.
process.once('SIGTERM', () => process.exit())

const { values, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: {
    datamodels: { type: 'string', multiple: true, default: [] },
    datasource: { type: 'string', default: '{}' }
  }
})
const { url } = JSON.parse(String(values.datasource))

if (positionals[0] === 'cli') {
  await runCommand(positionals[1], url)
} else {
  await serve(createSession(url, values.datamodels))
}

/** Answers requests in their order until Prisma's command closes the input. */
async function serve (session) {
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line)
    // A line without a method answers a request to print.
    if (request.method !== undefined) send({ id: request.id, ...await answer(session, request) })
  }
  process.exit()
}

async function answer (session, { id, method, params }) {
  try {
    const result = await session.call(method, params)
    // The binary prints a diff itself, by a request of its own to Prisma's command.
    if (method === 'diff' && result.stdout !== null) {
      send({ id, method: 'print', params: { content: result.stdout.trimEnd() } })
      result.stdout = null
    }
    return { result: result ?? null }
  } catch (error) {
    const { message, code } = readableError(error)
    return { error: { code: 4466, message, data: { is_panic: false, message, error_code: code } } }
  }
}

function send (message) {
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n')
}
