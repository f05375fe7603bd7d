/** While a service is upgraded, the process that is asked may not have what a page of the other release needs. */
const ASKS_FOR_MS = 10_000
const PAUSE_MS = 500

const preloaded = new Set<string>()
const sheets = new Map<string, Promise<void>>()

/**
 * Loads a part of the application and the files that it needs. What is missing is asked for again. The build calls this
 * for each `import()`.
 */
export async function load<Part> (
  part: () => Promise<Part>, names: readonly string[] = [], from = location.href
): Promise<Part> {
  const urls = names.map((name) => new URL(name, from).href)
  const isSheet = (url: string) => url.endsWith('.css')
  for (const url of urls) if (!isSheet(url)) preload(url)
  return insist(async () => {
    await Promise.all(urls.filter(isSheet).map(addSheet))
    return part()
  })
}

/** Repeats what fails for ten seconds. */
export async function insist<Result> (work: (failures: number) => Promise<Result>): Promise<Result> {
  const end = performance.now() + ASKS_FOR_MS
  for (let failures = 0; ; failures++) {
    try {
      return await work(failures)
    } catch (error) {
      if (performance.now() + PAUSE_MS > end) throw error
      await new Promise((resolve) => { setTimeout(resolve, PAUSE_MS) })
    }
  }
}

export async function get (url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} is not there`)
  return answer.arrayBuffer()
}

/** Adds a style sheet, once. */
export function addSheet (href: string): Promise<void> {
  const known = sheets.get(href)
  if (known !== undefined) return known
  const added = new Promise<void>((resolve, reject) => {
    addLink({
      rel: 'stylesheet',
      href,
      onload: () => resolve(),
      onerror (this: HTMLLinkElement) {
        this.remove()
        sheets.delete(href)
        reject(new Error(`${href} is not there`))
      }
    })
  })
  sheets.set(href, added)
  return added
}

/** Otherwise what a module imports would be known only when the module is there. */
function preload (href: string): void {
  if (preloaded.has(href)) return
  preloaded.add(href)
  addLink({ rel: 'modulepreload', href })
}

function addLink (properties: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), properties))
}
