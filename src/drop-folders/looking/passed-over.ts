import { isJunk } from '../../basics/junk.js'

/** Names that programs give to what is theirs, or is not whole. */
const PASSED_OVER = /^(?:\.|~\$)|(?:~|\.part|\.partial|\.filepart|\.crdownload|\.tmp)$/i

/** Where what is in goes by `after: move`. */
export const DONE = 'done'

/** Whether nothing of this name is looked at. */
export function isPassedOver (name: string): boolean {
  return PASSED_OVER.test(name) || isJunk(name)
}

export interface Patterns {
  readonly only: readonly string[]
  readonly ignore: readonly string[]
}

/** What the patterns of a drop folder say of paths, by the names in them. */
export function createSieve ({ only, ignore }: Patterns) {
  const [isOnly, isIgnored] = [only, ignore].map((patterns) => createMatcher(patterns))
  return {
    isIgnored: (names: readonly string[]): boolean => isIgnored!(names),
    /** Whether a file is taken. */
    takes: (names: readonly string[]): boolean => (only.length === 0 || isOnly!(names)) && !isIgnored!(names)
  }
}

export type Sieve = ReturnType<typeof createSieve>

/** A pattern of a folder counts for what is in it. */
function createMatcher (patterns: readonly string[]) {
  const ofNames = patterns.filter((pattern) => !pattern.includes('/')).map(toRegExp)
  const ofPaths = patterns.filter((pattern) => pattern.includes('/')).map((pattern) => toRegExp(pattern.replace(/^\/|\/$/g, '')))
  return (names: readonly string[]): boolean =>
    names.some((name) => ofNames.some((pattern) => pattern.test(name))) ||
    (ofPaths.length > 0 && names.some((_, index) => {
      const path = names.slice(0, index + 1).join('/')
      return ofPaths.some((pattern) => pattern.test(path))
    }))
}

/** Stars in a row are one: the time of the search grows with their number. */
function toRegExp (pattern: string): RegExp {
  const source = pattern.normalize('NFC').replace(/\*+/g, '*').replace(/[\\^$.+|()[\]{}]/g, '\\$&')
    .replaceAll('*', '[^/]*').replaceAll('?', '[^/]')
  return new RegExp(`^${source}$`, 'iu')
}
