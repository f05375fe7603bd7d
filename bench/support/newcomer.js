import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { performance } from 'node:perf_hooks'
import { ensure, given } from '#proof/harness/failure.js'
import { projectRoot } from '#proof/harness/folders.js'

const leftOut = /^(node_modules|data|dist|prisma\/generated|\.git|\.tap|\.env)$/

/**
 * Measures the starts after an installation of the packages: `npm start` in a copy of the checkout without a build,
 * once more in the same copy, and with a wrong setting.
 * @returns {Promise<{ first: number, later: number, wrong: number }>} milliseconds until it serves, or until the
 * setting is refused
 */
export async function measureNewcomer () {
  const place = mkdtempSync(join(tmpdir(), 'cutroom-bench-'))
  const checkout = join(place, 'checkout')
  try {
    cpSync(projectRoot, checkout, { recursive: true, filter: (path) => !leftOut.test(relative(projectRoot, path)) })
    symlinkSync(join(projectRoot, 'node_modules'), join(checkout, 'node_modules'))
    const first = await timeStart(checkout)
    const later = await timeStart(checkout)
    return { first, later, wrong: await timeStart(checkout, { PORT: 'nonsense' }) }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

async function timeStart (checkout, settings = { PORT: '0' }) {
  const { PATH, HOME } = process.env
  const since = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true
  })
  let output = ''
  /** @type {Promise<void>} */
  const answered = new Promise((resolve) => {
    const look = (text) => {
      output += text
      if (/Cutroom serves |PORT must be /.test(output)) resolve()
    }
    child.stdout.setEncoding('utf8').on('data', look)
    child.stderr.setEncoding('utf8').on('data', look)
    child.once('exit', () => resolve())
  })
  const ended = once(child, 'close')
  await answered
  const elapsed = performance.now() - since
  ensure(/Cutroom serves |PORT must be /.test(output), `npm start does not start: ${output}`)
  if (child.exitCode === null) process.kill(-given(child.pid), 'SIGTERM')
  await ended
  return elapsed
}
