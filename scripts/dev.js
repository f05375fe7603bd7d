// `npm run dev`: the service on data of its own, which is built and started again after each change.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { config as loadDotenv } from 'dotenv'
import { watchSources } from './watch.js'

const usage = `npm run dev

Runs the service as \`npm start\` does, on data of its own below data/dev/ unless DATA_DIR, DATABASE_URL or
MEDIA_DIR says otherwise. A change in src, plugins, routes, console or prisma builds the service and starts it again. If the build
fails, its errors are shown, and the running service goes on until the next change. Ctrl+C ends it.
`

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set()
let isStopping = false

const say = (text) => { process.stderr.write(`cutroom: ${text}\n`) }

/** Starts a script in a process group of its own, so that Ctrl+C in a terminal reaches it once: by this process. */
function run (script) {
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], { stdio: 'inherit', detached: true })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Sends it to all that the child has started, too. */
function kill (child, signal) {
  try {
    process.kill(-Number(child.pid), signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** Ends the children, and then this process. After a second signal the service does not wait for its requests. */
async function stop (signal) {
  for (const child of children) kill(child, signal)
  if (isStopping) return
  isStopping = true
  await Promise.all([...children].map((child) => once(child, 'exit')))
  process.exit(0)
}

function start () {
  const service = run('start.js')
  service.once('exit', () => {
    if (!isStopping && !service.killed) say('the service has ended, and starts again after a change')
  })
  return service
}

async function work () {
  loadDotenv({ quiet: true })
  process.env.DATA_DIR ||= './data/dev'
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  const sources = watchSources()
  let service = null
  for (;;) {
    const [code] = await once(run('build.js'), 'exit')
    if (isStopping) return
    if (code === 0) {
      if (service !== null && children.has(service)) {
        service.kill('SIGTERM')
        await once(service, 'exit')
      }
      if (isStopping) return
      service = start()
    } else say('a change of a source builds it again')
    await sources.changed()
  }
}

if (process.argv.includes('--help')) process.stdout.write(usage)
else await work()
