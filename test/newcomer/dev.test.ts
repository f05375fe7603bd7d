import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { copyCheckout } from '../helper/checkout.js'
import { eventually } from '../helper/receiver.js'

t.setTimeout(5 * 60_000)

const PATIENCE_MS = 120_000
const ROUTE = 'routes/healthz/index.ts'

t.test('The service of `npm run dev` starts again after a change, goes on after a mistake, and ends with Ctrl+C', async (t) => {
  const folder = copyCheckout(t, { built: true })
  // A setting wins over the folder for development.
  writeFileSync(join(folder, '.env'), 'MEDIA_DIR=./elsewhere/media\n')
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, ['scripts/dev.js'], {
    cwd: folder,
    env: { PATH, HOME: folder, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const printed = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => { printed.stdout += chunk })
  child.stderr.on('data', (chunk: Buffer) => { printed.stderr += chunk })
  // Its children have the same output: it is closed when the last of them has ended.
  const closed = once(child, 'close')
  t.teardown(async () => {
    child.kill('SIGINT')
    await closed
  })

  const addresses = () => [...printed.stdout.matchAll(/Cutroom serves (\S+)/g)].map(([, address]) => address!)
  const served = async (times: number): Promise<string> => {
    await eventually(`start ${times}`, () => addresses().length === times, PATIENCE_MS)
    return addresses().at(-1)!
  }
  const health = async (address: string) => (await fetch(`${address}/healthz`)).json()

  t.strictSame(await health(await served(1)), { status: 'ok' })
  t.strictSame(readdirSync(join(folder, 'data')), ['dev'])
  t.ok(existsSync(join(folder, 'data/dev/cutroom.db')))
  t.notOk(existsSync(join(folder, 'data/dev/media')))
  t.ok(existsSync(join(folder, 'elsewhere/media')))

  const route = join(folder, ROUTE)
  const before = readFileSync(route, 'utf8')
  writeFileSync(route, before.replace("'ok'", "'changed'"))
  const second = await served(2)
  t.strictSame(await health(second), { status: 'changed' })

  appendFileSync(route, 'export const = 1\n')
  await eventually('the mistake', () => /routes\/healthz\/index\.ts\(\d+,\d+\): error TS1134/.test(printed.stderr), PATIENCE_MS)
  await eventually('the end of the build', () => printed.stderr.includes('builds it again'), PATIENCE_MS)
  t.strictSame(await health(second), { status: 'changed' }, 'the service that runs goes on')

  writeFileSync(route, before)
  t.strictSame(await health(await served(3)), { status: 'ok' })

  child.kill('SIGINT')
  const [code] = await closed
  t.equal(code, 0)
})
