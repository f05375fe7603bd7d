import { ask, insistently } from '#proof/harness/api.js'
import { shorten } from '#proof/harness/book.js'

/** The first words of the titles that the callers write. */
const WORDS = ['caller', 'files']

/**
 * Checks that a process finds, by its search, each item that the callers wrote and have not trashed, as it is now.
 * @param {string} url
 * @param {import('#proof/harness/book.js').Book} book
 */
export async function checkFound (url, book) {
  const broken = []
  for (const word of WORDS) {
    const found = await findAll(url, word)
    for (const { id, title, deleted } of book.items.values()) {
      if (deleted || !title.startsWith(`${word} `)) continue
      if (found.get(id) !== title) broken.push(`search finds ${found.get(id) ?? 'nothing'} in the place of ${title}`)
    }
  }
  return shorten(broken)
}

/** The titles of all items that a search finds, by their ids. */
async function findAll (url, word) {
  /** @type {Map<string, string>} */
  const found = new Map()
  for (let path = `search?q=${word}&limit=100`; ;) {
    const { status, body, headers } = await ask(url, 'GET', path, undefined, insistently)
    if (status !== 200) throw new Error(`GET ${path} answered ${status}`)
    for (const { type, ...rest } of body.results) found.set(rest[type].id, rest[type].title)
    const [, next] = /\/api\/v2\/([^<>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? []
    if (next === undefined) return found
    path = next
  }
}
