import { failure, ok, type Check } from '../check.js'

/** The oldest minor of each major that works; of those above all work. */
const OLDEST_MINORS: ReadonlyArray<readonly [major: number, minor: number]> = [[20, 19], [22, 15]]
const FIRST_OF_ALL = 24

/** This Node runs the service. */
export const node: Check = {
  name: 'node',
  look: () => describeNode(process.versions.node)
}

export function describeNode (version: string) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const works = major >= FIRST_OF_ALL || OLDEST_MINORS.some(([known, oldest]) => major === known && minor >= oldest)
  return works
    ? ok(`Node ${version}`)
    : failure(`cutroom needs Node 22.15 or newer, and this is ${version}`, 'Install Node 24')
}
