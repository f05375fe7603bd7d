import { namesIn, packages } from '#proof/harness/packages.js'

/** Collects which tests are skipped, and why. */
export function createLeftOut () {
  /** The files and the number of tests of each missing program, and of each other reason. */
  const programs = new Map()
  const others = new Map()
  const add = (map, key, name) => {
    const found = map.get(key) ?? { tests: 0, files: new Set() }
    found.tests++
    found.files.add(name)
    map.set(key, found)
  }

  return {
    /**
     * @param {string} name of a file
     * @param {string[]} lines its TAP
     */
    read (name, lines) {
      for (const line of lines) {
        const [, reason] = /^ *ok .* # SKIP (.+)$/.exec(line) ?? []
        if (reason === undefined) continue
        const names = namesIn(reason)
        if (names === null) add(others, reason, name)
        else for (const program of names) add(programs, program, name)
      }
    },
    /** One line for each missing program, with how to install it, and for each other reason. */
    lines: () => [
      ...[...programs].sort().map(([program, found]) =>
        `  ${program} is missing: ${amountOf(found)} about ${packages[program].tests}. apt-get install ${packages[program].name}`),
      ...[...others].sort().map(([reason, found]) => `  ${reason}: ${amountOf(found)}`)
    ]
  }
}

function amountOf ({ tests, files }) {
  return `${tests} ${tests === 1 ? 'test' : 'tests'} in ${files.size} ${files.size === 1 ? 'file' : 'files'}`
}
