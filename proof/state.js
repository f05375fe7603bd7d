import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#proof/harness/folders.js'

/**
 * @typedef {object} Done a step that was done
 * @property {string} id
 * @property {string} scenario
 * @property {import('./scenarios.js').Kind} database
 * @property {string} name
 * @property {number} seconds
 * @property {import('./scenarios.js').Row[]} rows
 */

/**
 * What was done so far, in a file, so that an interrupted run goes on. A run with other options, or of another build,
 * begins anew.
 * @param {import('./options.js').Options} options
 */
export function openState ({ folder, anew, seed, json, help, ...what }) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'state.json')
  const key = JSON.stringify({ ...what, commit: builtCommit() })
  const before = anew ? null : read(file)
  const isSame = before !== null && before.key === key && (seed === null || seed === before.seed)
  /** @type {{ key: string, seed: number, startedAt: string, done: Done[] }} */
  const state = isSame
    ? before
    : { key, seed: seed ?? Math.floor(Math.random() * 2 ** 31), startedAt: new Date().toISOString(), done: [] }
  if (!isSame) rmSync(join(folder, 'steps'), { recursive: true, force: true })
  return {
    seed: state.seed,
    startedAt: state.startedAt,
    done: state.done,
    doneBefore: state.done.length,
    find: (id) => state.done.find((step) => step.id === id),
    /** @param {Done} step */
    add (step) {
      state.done.push(step)
      writeFileSync(`${file}.new`, JSON.stringify(state))
      renameSync(`${file}.new`, file)
    },
    /** There is nothing to go on with. */
    finish () {
      rmSync(file, { force: true })
    }
  }
}

function read (file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** The commit that the service was built of. */
export function builtCommit () {
  try {
    return readFileSync(join(projectRoot, 'dist/src/process/commit'), 'utf8').trim()
  } catch {
    return ''
  }
}
