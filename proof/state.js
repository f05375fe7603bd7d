import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#proof/harness/folders.js'

/**
 * @typedef {object} Done a finished step
 * @property {string} id
 * @property {string} scenario
 * @property {import('./scenarios.js').Kind} database
 * @property {string} name
 * @property {number} seconds
 * @property {import('./scenarios.js').Row[]} rows
 */

/**
 * The finished steps, kept in a file so that an interrupted run can continue. With other options, or another build, a
 * run begins anew.
 * @param {import('./options.js').Options} options
 * @param {string[]} ids of all steps, in their order
 */
export function openState ({ folder, anew, seed, json, help, ...what }, ids) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'state.json')
  const key = JSON.stringify({ ...what, commit: builtCommit() })
  const before = anew ? null : read(file)
  const isSame = before !== null && before.key === key && (seed === null || seed === before.seed)
  /** @type {{ key: string, seed: number, startedAt: string, done: Done[] }} */
  const state = isSame
    ? before
    : { key, seed: seed ?? Math.floor(Math.random() * 2 ** 31), startedAt: new Date().toISOString(), done: [] }
  return {
    seed: state.seed,
    startedAt: state.startedAt,
    done: state.done,
    doneBefore: state.done.length,
    find: (id) => state.done.find((step) => step.id === id),
    /** @param {Done} step */
    add (step) {
      state.done.push(step)
      state.done.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
      writeFileSync(`${file}.new`, JSON.stringify(state))
      renameSync(`${file}.new`, file)
    },
    /** Deletes the file: there is nothing to continue. */
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

/** The commit of the built service. */
export function builtCommit () {
  try {
    return readFileSync(join(projectRoot, 'dist/src/basics/commit'), 'utf8').trim()
  } catch {
    return ''
  }
}
