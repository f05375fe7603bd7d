import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { createLogOutput } from '#src/process/log-output.js'
import { projectRoot } from '#src/basics/paths.js'
import { eventually } from '../../helper/receiver.js'
import { mountSmallDisk, skipsSmallDisk } from '../../helper/small-disk.js'

function failure (code: string): Error {
  return Object.assign(new Error(code), { code })
}

t.test('Lines of one turn of the event loop are written together, and a partial write is continued', async (t) => {
  const taken: string[] = []
  const output = createLogOutput({
    write: (bytes) => taken.push(bytes.subarray(0, 4).toString()) && Math.min(4, bytes.length)
  })
  output.write('one\n')
  output.write('two\n')
  t.same(taken, [], 'nothing is written at once')
  await eventually('a write', () => taken.length > 0)
  t.same(taken, ['one\n', 'two\n'])
})

t.test('While writing fails, lines are kept up to a limit and then dropped; their number is reported on recovery', async (t) => {
  for (const code of ['ENOSPC', 'EAGAIN', 'EPIPE', 'EIO']) {
    let isFull = true
    let written = ''
    let refused = 0
    const output = createLogOutput({
      retryMs: 1,
      mostCharacters: 10,
      write: (bytes) => {
        // A full disk takes the part of a line that fits, and refuses the rest.
        if (isFull && written.length >= 2 && ++refused) throw failure(code)
        const part = isFull ? bytes.subarray(0, 2) : bytes
        written += part.toString()
        return part.length
      }
    })
    const told: number[] = []
    output.tellRecovered((lines) => told.push(lines))
    for (const line of ['aaa\n', 'bbb\n', 'ccc\n', 'ddd\n']) output.write(line)
    await eventually('a second try', () => refused > 1)
    t.equal(output.dropped, 2, code)
    t.same(told, [])
    isFull = false
    await eventually('the report', () => told.length > 0)
    t.equal(written, 'aaa\nbbb\n', 'no line is cut, and none is written twice')
    t.same(told, [2])
    output.write('eee\n')
    output.end()
    t.equal(written, 'aaa\nbbb\neee\n')
  }
})

/** Writes lines with the built logger, and then does something. */
function program (lines: number, then: string): string {
  return `
    import { createLogger } from ${JSON.stringify(join(projectRoot, 'dist/src/process/logger.js'))}
    import { standardOutput } from ${JSON.stringify(join(projectRoot, 'dist/src/process/log-output.js'))}
    const log = createLogger({ LOG_LEVEL: 'info', NODE_ENV: 'production' })
    for (let number = 0; number < ${lines}; number++) log.info({ number, filling: 'x'.repeat(1000) }, 'line')
    ${then}
  `
}

t.test('No line is lost when the process ends, exits, or dies of an error', async (t) => {
  for (
    const [end, code] of [['', 0], ['process.exit(3)', 3], ['throw new Error("crash")', 1], [
      'setTimeout(() => { throw new Error("crash") }, 20)',
      1
    ]] as const
  ) {
    const file = join(t.testdir(), 'log.mjs')
    await writeFile(file, program(500, end))
    const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'ignore'] })
    const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    t.equal(exitCode, code)
    t.equal(output.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line)).length, 500, end)
  }
})

t.test('A reader that stops reading blocks neither the running process nor its exit', async (t) => {
  const folder = t.testdir()
  const [file, done] = [join(folder, 'log.mjs'), join(folder, 'done')] as const
  await writeFile(file, program(3000, `
    import { writeFileSync } from 'node:fs'
    setTimeout(() => {
      writeFileSync(process.argv[2], String(standardOutput.dropped))
      process.exit(0)
    }, 50)`))
  const child = spawn(process.execPath, [file, done], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  const [code] = await once(child, 'exit')
  t.equal(code, 0)
  t.ok(Number(await readFile(done, 'utf8')) > 1000, 'lines beyond 1 MiB were dropped and counted')
})

t.test('A full disk under the output does not block the process, and the log continues when there is room', { skip: skipsSmallDisk }, async (t) => {
  const disk = await mountSmallDisk(t, 1)
  const file = join(t.testdir(), 'log.mjs')
  await writeFile(file, program(3000, `
    process.on('message', () => {
      // A line is dropped until those before it are written.
      setInterval(() => {
        const { dropped } = standardOutput
        log.info({ filling: 'x'.repeat(2000) }, 'again')
        if (standardOutput.dropped === dropped) process.exit(0)
      }, 20)
    })
    setTimeout(() => process.send(standardOutput.dropped), 100)`
  )
  )
  const child = spawn('sh', ['-c', `exec "$0" "$1" >> ${join(disk.path, 'out')}`, process.execPath, file], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  t.teardown(() => child.kill('SIGKILL'))
  const [dropped] = await once(child, 'message')
  t.ok(dropped > 1000, `${dropped} lines were dropped`)
  await disk.resize(8)
  child.send('room')
  t.same((await once(child, 'exit'))[0], 0)
  const lines = (await readFile(join(disk.path, 'out'), 'utf8')).trim().split('\n').map((line) => JSON.parse(line))
  t.match(lines.find(({ msg }) => msg === 'log lines could not be written and were dropped'), {
    lines: Number,
    level: 40
  })
})
