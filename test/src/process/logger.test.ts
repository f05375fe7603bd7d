import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import t, { type Test } from 'tap'
import { projectRoot } from '#src/basics/paths.js'

const program = `
  import { createLogger } from ${JSON.stringify(join(projectRoot, 'dist/src/process/logger.js'))}
  createLogger({ LOG_LEVEL: 'info', NODE_ENV: process.env.NODE_ENV }).info({ method: 'GET', route: '/api/v2/projects', status: 200 }, 'request')
`

/** The line that a logger writes, to a terminal or to a pipe. */
async function write (t: Test, environment: string, isTerminal: boolean): Promise<string> {
  const file = join(t.testdir(), 'log.mjs')
  await writeFile(file, program)
  const command = [process.execPath, file]
  const wrapped = isTerminal ? ['python3', '-c', 'import pty, sys; pty.spawn(sys.argv[1:])', ...command] : command
  const { stdout } = await promisify(execFile)(wrapped[0]!, wrapped.slice(1), {
    env: { PATH: process.env.PATH, NODE_ENV: environment, TERM: 'xterm' }
  })
  return stripVTControlCharacters(stdout).trim()
}

t.test('On a terminal in development each log line is formatted for people', async (t) => {
  const text = await write(t, 'development', true)
  t.match(text, /^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: request \{.*"status":200.*\}$/, 'one line of it')
})

t.test('Everywhere else each log line is one JSON object', async (t) => {
  for (
    const [environment, isTerminal] of [['development', false], ['production', false], ['production', true]] as const
  ) {
    const text = await write(t, environment, isTerminal)
    t.match(JSON.parse(text), {
      level: 30,
      time: Number,
      msg: 'request',
      method: 'GET',
      route: '/api/v2/projects',
      status: 200
    }, text)
  }
})
