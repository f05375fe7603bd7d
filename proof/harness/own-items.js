/**
 * The items of one caller, which no other caller changes.
 * @param {object} options
 * @param {import('./book.js').Book} options.book
 * @param {import('./random.js').Random} options.random
 */
export function createOwnItems ({ book, random }) {
  /** @type {string[]} */
  const projects = []
  /** @type {string[]} */
  const assets = []
  /**
   * The assets in each project. In an hour there are so many assets that a look at all of them for each request would
   * hold the event loop.
   * @type {Map<string, Set<import('./book.js').Item>>}
   */
  const inside = new Map()
  /** @returns {import('./book.js').Item[]} */
  const below = ({ id }) => [...inside.get(id) ?? []]

  return {
    projects,
    assets,
    below,
    /**
     * A random item of the lists that is not part of a write in doubt.
     * @param {(item: import('./book.js').Item) => boolean} fits
     * @param {string[]} ids
     * @param {string[]} [more]
     */
    choose (fits, ids, more = []) {
      if (ids.length + more.length === 0) return null
      const busy = new Set([...book.doubts].flatMap(({ about }) => about()))
      for (let tries = 0; tries < 8; tries++) {
        const place = random.below(ids.length + more.length)
        const item = book.items.get(ids[place] ?? more[place - ids.length] ?? '')
        if (item !== undefined && !busy.has(item) && fits(item)) return item
      }
      return null
    },
    /**
     * Puts an asset into a project, or takes it out of its project.
     * @param {import('./book.js').Item} item
     * @param {string | null} project
     */
    put (item, project) {
      inside.get(item.project_id ?? '')?.delete(item)
      item.project_id = project
      if (project !== null) inside.set(project, (inside.get(project) ?? new Set()).add(item))
    },
    /**
     * Records that a project was deleted for good, with all assets in it.
     * @param {import('./book.js').Item} project
     */
    forget (project) {
      for (const item of [...below(project), project]) book.remove(item)
      inside.delete(project.id)
    }
  }
}
