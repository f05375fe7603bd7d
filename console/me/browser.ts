/** The more special ones first: each names those that it is made of as well. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//], ['Opera', /\bOPR\//], ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//], ['Chrome', /(?:Chrome|CriOS)\//], ['Safari', /\bSafari\//]
] as const
const SYSTEMS = [
  ['Android', /\bAndroid\b/], ['an iPhone', /\biPhone\b/], ['an iPad', /\biPad\b/], ['Windows', /\bWindows\b/],
  ['a Mac', /\bMacintosh\b/], ['ChromeOS', /\bCrOS\b/], ['Linux', /\bLinux\b/]
] as const

/** What a `User-Agent` means, for people: `Firefox on Windows`. */
export function browserOf (agent: string | null): string {
  if (agent === null || agent.trim() === '') return 'Unknown'
  const nameIn = (list: typeof BROWSERS | typeof SYSTEMS) => list.find(([, pattern]) => pattern.test(agent))?.[0]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  // A program: its name is the first word.
  if (browser === undefined) return agent.trim().split(/[\s/]/)[0]!
  return system === undefined ? browser : `${browser} on ${system}`
}
