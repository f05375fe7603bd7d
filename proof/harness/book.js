/**
 * @typedef {object} Item as it must be
 * @property {'asset' | 'project'} type
 * @property {string} id
 * @property {string} title
 * @property {string | null} project_id
 * @property {boolean} deleted
 * @property {string | null} cohort the trashing that it went with
 * @property {string | null} file the SHA-256 of the file that it must have
 * @property {string[]} events in their order, of those that `watched` names
 */

/**
 * @typedef {object} Write a write that is under way, or whose answer never came
 * @property {string} what for people
 * @property {(snapshot: import('./snapshot.js').Snapshot) => boolean} isDone whether it has happened, by what is there
 * @property {(found: import('./snapshot.js').Snapshot | any) => void} note puts it into the book, from its answer or
 * from what is there
 * @property {() => Item[]} about the items that nobody may change until that is known
 * @property {import('./caller.js').Request} [again] the request, where it has an Idempotency-Key and may be repeated
 */

/** The events that the book counts. The others of an item come by themselves, as those of its media do. */
const watched = /^(ASSET|PROJECT)_(ADDED|EDITED_METADATA|LINKED|UNLINKED|REMOVED|RESTORED)$/

/** What a service has acknowledged. Whatever is done to it, that must be there afterwards. */
export class Book {
  /** @type {Map<string, Item>} */
  items = new Map()
  /** How many writes were confirmed. */
  acknowledged = 0
  /** Writes of which nobody knows whether they happened. @type {Set<Write>} */
  doubts = new Set()

  /** @param {Pick<Item, 'type' | 'id' | 'title'> & Partial<Item>} item */
  add (item) {
    const { type } = item
    this.items.set(item.id, {
      project_id: null, deleted: false, cohort: null, file: null, events: [`${type.toUpperCase()}_ADDED`], ...item
    })
  }

  /** Titles of assets that will be there, as who imports is told before the rows are written. @type {string[]} */
  promised = []

  /**
   * What is in doubt is looked up: from now on it is there or it is not.
   * @param {import('./snapshot.js').Snapshot} snapshot
   */
  settle (snapshot) {
    for (const write of this.doubts) if (write.isDone(snapshot)) write.note(snapshot)
    this.doubts.clear()
  }

  /**
   * What was promised for later is due.
   * @param {import('./snapshot.js').Snapshot} snapshot
   * @returns {string[]} a sentence for each title that is not there
   */
  redeem ({ byTitle }) {
    const missing = this.promised.filter((title) => !byTitle.has(title))
    for (const title of this.promised) {
      if (byTitle.has(title)) this.add({ type: 'asset', id: byTitle.get(title).id, title })
    }
    this.promised = []
    return missing.map((title) => `the row ${title} of an import is not there`)
  }

  /**
   * Compares what is there with what must be. Each sentence is a promise that broke.
   * @param {import('./snapshot.js').Snapshot} snapshot
   * @returns {{ lost: number, broken: string[] }}
   */
  compare ({ items, events }) {
    const broken = []
    let lost = 0
    for (const wanted of this.items.values()) {
      const found = items.get(wanted.id)
      const wrong = found === undefined ? ['it is not there'] : differences(wanted, found)
      const told = (events.get(wanted.id) ?? []).filter((event) => watched.test(event))
      if (told.join() !== wanted.events.join()) {
        wrong.push(`its history is ${told.join(', ') || 'empty'} and not ${wanted.events.join(', ')}`)
      }
      if (wrong.length > 0) lost++
      broken.push(...wrong.map((what) => `${wanted.type} ${wanted.id} (${wanted.title}): ${what}`))
    }
    for (const { type, id, title } of items.values()) {
      if (!this.items.has(id)) broken.push(`${type} ${id} (${title}) is there, and nobody has asked for it`)
    }
    return { lost, broken }
  }
}

function differences (wanted, found) {
  const wrong = ['title', 'project_id', 'deleted'].filter((name) => wanted[name] !== found[name])
    .map((name) => `its ${name} is ${found[name]} and not ${wanted[name]}`)
  const files = (found.media ?? []).map(({ status, checksum }) => `${status} ${checksum?.value}`).join()
  if (files !== (wanted.file === null ? '' : `ready ${wanted.file}`)) {
    wrong.push(`its files are ${files || 'none'} and not ${wanted.file ?? 'none'}`)
  }
  return wrong
}

/** So many sentences say enough: of ten thousand that are missing, nobody reads each. */
export function shorten (sentences, most = 20) {
  const rest = sentences.length - most
  return rest <= 0 ? sentences : [...sentences.slice(0, most), `and ${rest} more of the kind`]
}
