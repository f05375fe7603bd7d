import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { createSpool, SpoolStream } from '#src/transfer/export/spool.js'
import { eventually } from '../../helper/receiver.js'
import { createTimers } from '../../helper/timers.js'

const LINE = `${'x'.repeat(1023)}\n`
const LONG = LINE.repeat(1024)

t.test('Writing an export never waits for its reader, and its file has no name', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-spool-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const spool = createSpool(folder)
  for (let megabyte = 0; megabyte < 20; megabyte++) await spool.write(LONG)
  spool.end()
  const stream = await spool.spooled as SpoolStream
  t.ok(stream.readableLength <= 1024 ** 2, 'little of it is in memory')
  t.strictSame(readdirSync(folder), [])
  let bytes = 0
  for await (const chunk of stream) bytes += chunk.length
  t.equal(bytes, 20 * LONG.length)
})

t.test('An export that is not read in time is aborted', async (t) => {
  const folder = join(tmpdir(), `cutroom-spool-${process.pid}`)
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const timers = createTimers()
  const spool = createSpool(folder, { longestReadingMs: 50, timers })
  await spool.write(LONG)
  const stream = await spool.spooled as SpoolStream
  const failed = new Promise<Error>((resolve) => stream.once('error', resolve))
  timers.pass(50)
  t.match((await failed).message, 'The export was not read in time')
  await eventually('the file is closed', () => stream.closed)
  await t.rejects(spool.write(LONG), 'a write fails then')
  t.ok(existsSync(folder))
})
