import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { copyCheckout } from '../helper/checkout.js'
import { createTestDatabase } from '../helper/databases.js'
import { blocksOf, documents } from '../helper/documents.js'

const ADDRESS = 'http://127.0.0.1:3000'
const START = /\bnpm (start|run dev)\b/
const DEVELOPMENT = /\bnpm run dev\b/
const STOPPED = /\bcutroom -- (restore|copy)\b/
const DATABASE = 'postgres://user:password@host/cutroom'

/** This page stops the service and moves its data away. */
const isLast = (path: string) => path === 'docs/operations.md'

/** prisma/README.md is for changing the model: test/prisma tests it. */
const executed = documents.filter((path) => path !== 'prisma/README.md').sort((a, b) =>
  Number(isLast(a)) - Number(isLast(b))
)

/**
 * A checkout with the packages of this one. It is already built: test/newcomer/start.test.ts tests a build from
 * scratch.
 */
function makeCheckout (t: Test): { folder: string, path: string } {
  const folder = copyCheckout(t, { built: true })
  // These commands do nothing: the packages are installed, and the suite and the linter run on their own.
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim()
  const bin = join(folder, '..', 'bin')
  mkdirSync(bin)
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh\ncase "$*" in ci|test|test\\ *|"run -s lint") exit 0;; esac\nexec ${npm} "$@"\n`,
    { mode: 0o755 }
  )
  return { folder, path: `${bin}:${process.env.PATH}` }
}

t.test('Every command in the documents works as printed, in the printed order', async (t) => {
  const { folder, path } = makeCheckout(t)
  const environment: Record<string, string> = {
    PATH: path,
    HOME: process.env.HOME ?? folder,
    XDG_CACHE_HOME: join(folder, 'data'),
    PORT: '0',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'development'
  }
  let service: { child: ChildProcess, closed: Promise<unknown> } | null = null
  let address = ADDRESS

  async function stop (): Promise<void> {
    if (service === null) return
    const { child, closed } = service
    service = null
    process.kill(-child.pid!, 'SIGTERM')
    await closed
  }
  const dropAll: Array<() => Promise<void>> = []
  t.teardown(async () => {
    await stop()
    for (const drop of dropAll) await drop()
  })

  /** Starts a block of commands in a process group of its own. Resolves at its end, or when the service is up. */
  async function run (block: string): Promise<{ code: number | null, output: string }> {
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', block], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true
    })
    if (START.test(block)) service = { child, closed: once(child, 'close') }
    let output = ''
    return new Promise((resolve) => {
      const hear = (text: Buffer) => {
        output += text
        const started = /Cutroom serves (\S+)(?=\s)[^]*\n\n$/.exec(output)
        if (started === null) return
        address = environment.CUTROOM_URL = started[1]!
        // Each database has a key of its own.
        environment.CUTROOM_KEY = /X-API-KEY: ([^']+)'/.exec(output)?.[1] ?? environment.CUTROOM_KEY ?? ''
        resolve({ code: 0, output })
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.on('close', (code) => resolve({ code, output }))
    })
  }

  for (const document of executed) {
    for (const printed of blocksOf(document, 'sh')) {
      await t.test(`${document}: ${printed.split('\n')[0]}`, async (t) => {
        // The service is stopped if the text says so, and before the next one starts.
        if (START.test(printed) || STOPPED.test(printed)) await stop()
        let block = printed.replaceAll(ADDRESS, address)
        if (block.includes(DATABASE)) {
          const { url, drop } = await createTestDatabase('postgresql')
          dropAll.push(drop)
          block = block.replaceAll(DATABASE, url)
        }
        const { code, output } = await run(block)
        if (code !== 0) t.comment(output)
        t.equal(code, 0)
        t.notMatch(output, /"error":(?!null)/)
        if (DEVELOPMENT.test(printed)) await stop()
      })
    }
  }
})
