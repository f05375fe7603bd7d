import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import t from 'tap'
import { projectRoot } from '../../src/basics/paths.js'
import { buildClients } from './client.js'
import { lacks } from './programs.js'

/** Why tests of the client for Python are skipped; false if there is a Python. */
export const skip = lacks('python3')

/** Declares tests by a function such as `inOneApp` returns, or skips them. */
export function withPython<Declare extends (promise: string, ...rest: any) => void> (declare: Declare): Declare {
  return (skip === false ? declare : (promise: string) => { t.test(promise, { skip }, () => {}) }) as Declare
}

const IMPORTS = 'import http.client, io, itertools, json, os, pathlib, sys, tempfile, time\nimport cutroom\n' +
  'from cutroom import Client, CutroomError, verify_webhook\n'
/** Calls a function, and shows the error that it raises. */
const REFUSED = `
def refused(function, *args, **arguments):
    try:
        return ['answered', function(*args, **arguments)]
    except CutroomError as error:
        return ['CutroomError', error.status, error.text, error.retry_after]
    except Exception as error:
        return [type(error).__name__, str(error)]
`

/**
 * Runs lines of Python. They may use the client, `arguments`, which are sent as JSON, and `refused`. Resolves to what
 * they pass to `show`. Rejects if a connection was not closed.
 */
export async function runPython (lines: string, sent: object = {}): Promise<any> {
  await buildClients()
  const child = spawn('python3', ['-W', 'always::ResourceWarning', '-c', `${IMPORTS}${REFUSED}
arguments = json.loads(sys.stdin.read())
def show(what): print('\\n' + json.dumps(what, default=str))
${lines}`], {
    env: { PATH: process.env.PATH, PYTHONPATH: join(projectRoot, 'dist/client'), PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'pipe']
  })
  let said = ''
  let complaint = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => { said += text })
  child.stderr.setEncoding('utf8').on('data', (text: string) => { complaint += text })
  child.stdin.end(JSON.stringify(sent))
  const [code] = await once(child, 'close')
  if (code !== 0 || /ResourceWarning: unclosed .*raddr/.test(complaint)) throw new Error(`Python has ended with ${code}:\n${complaint}`)
  return JSON.parse(said.trim().split('\n').at(-1)!)
}
