/** The last minor of the major before, from which databases are taken over; null in the first major. */
export const LAST_MINOR_BEFORE: string | null = null

/** Compares two releases by major and minor: negative if the first is older, 0 between releases of one minor. */
export function compareMinors (one: string, other: string): number {
  const [first, second] = [minorOf(one), minorOf(other)]
  return first.major - second.major || first.minor - second.minor
}

/** Whether the second release may start while processes of the first are at work. */
export function isNextMinor (one: string, other: string): boolean {
  const [first, second] = [minorOf(one), minorOf(other)]
  return first.major === second.major
    ? second.minor === first.minor + 1
    : second.minor === 0 && LAST_MINOR_BEFORE !== null && compareMinors(one, LAST_MINOR_BEFORE) === 0
}

/** Whether a release of one minor is the later one. A prerelease is older than its release. */
export function isLaterPatch (one: string, other: string): boolean {
  const [first, second] = [patchOf(one), patchOf(other)]
  return first.patch === second.patch ? first.isFinal && !second.isFinal : first.patch > second.patch
}

function minorOf (release: string): { major: number, minor: number } {
  const [major, minor] = release.split('.').map(Number)
  return { major: major!, minor: minor! }
}

function patchOf (release: string): { patch: number, isFinal: boolean } {
  const [number, ...prerelease] = release.split('-')
  return { patch: Number(number!.split('.')[2]), isFinal: prerelease.length === 0 }
}
