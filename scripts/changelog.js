// The parts of CHANGELOG.md, one a version. `node scripts/changelog.js <version>` prints the notes of a release.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.js'

const unreleased = 'not yet released'
const duties = 'What you have to do'

/**
 * The part of a version: what its heading says of it, the date or `not yet released`, and the text below.
 * @param {string} changelog
 * @param {string} version
 * @returns {{ heading: string, state: string, text: string } | undefined}
 */
export function partOf (changelog, version) {
  const parts = changelog.split(/^(?=## )/m).map((part) => {
    const [heading = '', ...lines] = part.split('\n')
    return { heading, text: lines.join('\n').trim() }
  })
  const start = `## ${version}, `
  const part = parts.find(({ heading }) => heading.startsWith(start))
  return part && { ...part, state: part.heading.slice(start.length).trim() }
}

/**
 * What keeps the part of a version from being released on a day.
 * @param {string} changelog
 * @param {string} version
 * @param {string} today such as `2027-01-01`
 * @returns {string | undefined}
 */
export function whyNotReady (changelog, version, today) {
  const part = partOf(changelog, version)
  if (part === undefined) return `CHANGELOG.md has no “## ${version}, ${unreleased}”`
  if (part.state !== unreleased && part.state !== today) return `${version} is of another day in CHANGELOG.md: ${part.state}`
  if (part.text === '') return `CHANGELOG.md says nothing of ${version}`
}

/**
 * Writes the day into the heading of a version.
 * @param {string} changelog
 * @param {string} version
 * @param {string} today
 */
export function date (changelog, version, today) {
  return changelog.replace(`## ${version}, ${unreleased}\n`, `## ${version}, ${today}\n`)
}

/**
 * The notes of a release: its part, and first of it what its users have to do.
 * @param {string} changelog
 * @param {string} version
 * @returns {string}
 */
export function notesOf (changelog, version) {
  const part = partOf(changelog, version)
  if (part === undefined) throw new Error(`CHANGELOG.md has no part for ${version}`)
  const sections = part.text.split(/^(?=### )/m).map((section) => section.trim())
  const isFirst = (section) => section.startsWith(`### ${duties}\n`)
  const [first] = sections.filter(isFirst)
  if (first === undefined) return part.text
  const others = sections.filter((section) => section !== first && section !== '')
  // What stood above all headings would be taken for a duty.
  const isBare = others[0] !== undefined && !others[0].startsWith('### ')
  return [first, ...isBare ? ['### What is new'] : [], ...others].join('\n\n')
}

if (process.argv[1] === import.meta.filename) {
  console.log(notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), process.argv[2] ?? ''))
}
