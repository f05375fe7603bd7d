import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { projectRoot } from '#src/basics/paths.js'

/** Holds 40 MiB of small objects, makes 25 answers of 16 MiB, and prints the largest size of the heap in MiB. */
const program = (before: string) => `
  ${before}
  const held = Array.from({ length: 500_000 }, (_, number) => ({ number, next: [number] }))
  let most = 0
  for (let count = 0; count < 25; count++) {
    JSON.stringify(Array(16).fill('x'.repeat(2 ** 20)))
    await new Promise(setImmediate)
    most = Math.max(most, process.memoryUsage().heapTotal)
  }
  console.log(Math.round(most / 2 ** 20), held.length)`

async function largestHeap (before: string): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath, ['--input-type=module', '--eval', program(before)], { cwd: projectRoot }
  )
  return Number.parseInt(stdout)
}

t.test('Early garbage collection keeps the largest heap at least a fifth smaller', async (t) => {
  const usual = await largestHeap('')
  const early = await largestHeap("(await import('#src/process/heap.js')).collectHeapEarly()")
  t.ok(early < usual * 0.8, `${early} MiB at most, ${usual} without`)
})
