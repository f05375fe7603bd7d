import t from 'tap'
import { runProgram } from '#src/work/workers/program.js'

const limits = { timeoutMs: 60_000, memoryBytes: 200 * 1024 ** 2, mostOutputBytes: 1000 }
const node = (script: string, options: Partial<typeof limits> & { signal?: AbortSignal } = {}) =>
  runProgram(process.execPath, ['-e', script], { ...limits, ...options })

t.test('A program gives what it says', async (t) => {
  t.strictSame(await node('console.log(1)'), { ok: true, output: Buffer.from('1\n') })
})

t.test('A program that fails gives what it complains of', async (t) => {
  t.match(await node('console.error("no"); process.exit(3)'), { ok: false, reason: 'exit', complaint: 'no\n' })
  t.match(await runProgram('/no/such/program', [], limits), { ok: false, reason: 'exit' })
})

t.test('A program is ended that takes too long, says too much, or is not wanted any more', async (t) => {
  t.match(await node('while (true);', { timeoutMs: 200 }), { ok: false, reason: 'time' })
  t.match(await node('setInterval(() => console.log("a".repeat(500)), 1)'), { ok: false, reason: 'output' })
  t.match(await node('while (true);', { signal: AbortSignal.timeout(200) }), { ok: false, reason: 'given up' })
  t.match(await node('while (true);', { signal: AbortSignal.abort() }), { ok: false, reason: 'given up' })
})

t.test('A program has no environment', async (t) => {
  process.env.SECRET = 'secret'
  t.match(await node('console.log(process.env.SECRET)'), { output: Buffer.from('undefined\n') })
})

const skip = process.platform === 'linux' ? false : 'only Linux holds the limit of memory'

t.test('A program gets no more memory than it may have', { skip }, async (t) => {
  const hoard = 'const kept = []; while (true) kept.push(Buffer.alloc(1e6, 1))'
  t.match(await node(hoard), { ok: false, reason: 'exit' })
})
