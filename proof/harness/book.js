/**
 * @typedef {object} Item the expected state of an item
 * @property {'asset' | 'project'} type
 * @property {string} id
 * @property {string} title
 * @property {string | null} project_id
 * @property {boolean} deleted
 * @property {string | null} cohort the trashing that has trashed it
 * @property {string | null} file the SHA-256 of its expected file
 * @property {string[]} events those of `watched`, in their order
 */

/**
 * @typedef {object} Write a write that is under way, or whose answer never came
 * @property {string} what a description for people
 * @property {(snapshot: import('./snapshot.js').Snapshot) => boolean} isDone whether the snapshot shows that it
 * happened
 * @property {(found: import('./snapshot.js').Snapshot | any) => void} note records it, from its answer or a snapshot
 * @property {() => Item[]} about the items that nobody may change until its outcome is known
 * @property {import('./caller.js').Request} [again] the request, if it has an Idempotency-Key and may be repeated
 */

/** The recorded events. Others of an item, such as those of its media, are not the direct result of a write. */
const watched = /^(ASSET|PROJECT)_(ADDED|EDITED_METADATA|LINKED|UNLINKED|REMOVED|RESTORED|PURGED)$/

/** The record of acknowledged writes. Whatever is done to the service, all of it must still be there. */
export class Book {
  /** @type {Map<string, Item>} */
  items = new Map()
  /**
   * Items that were deleted for good. Their history stays. @type {Map<string, Item>}
   */
  gone = new Map()
  /**
   * The ids of all items ever, in their order. @type {string[]}
   */
  ids = []
  /** The number of confirmed writes. */
  acknowledged = 0
  /**
   * Writes with an unknown outcome. @type {Set<Write>}
   */
  doubts = new Set()

  /** @param {Pick<Item, 'type' | 'id' | 'title'> & Partial<Item>} item */
  add (item) {
    const { type } = item
    this.ids.push(item.id)
    this.items.set(item.id, {
      project_id: null, deleted: false, cohort: null, file: null, events: [`${type.toUpperCase()}_ADDED`], ...item
    })
  }

  /** @param {Item} item */
  remove (item) {
    item.events.push(`${item.type.toUpperCase()}_PURGED`)
    this.items.delete(item.id)
    this.gone.set(item.id, item)
  }

  /**
   * Titles of assets that an acknowledged import will create later. @type {string[]}
   */
  promised = []

  /**
   * Looks up every write in doubt: it counts as done or as not done from now on.
   * @param {import('./snapshot.js').Snapshot} snapshot
   */
  settle (snapshot) {
    for (const write of this.doubts) if (write.isDone(snapshot)) write.note(snapshot)
    this.doubts.clear()
  }

  /**
   * Checks the assets of imports.
   * @param {import('./snapshot.js').Snapshot} snapshot
   * @returns {string[]} a sentence for each missing title
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
   * Compares a snapshot with the record. Each sentence is a broken promise.
   * @param {import('./snapshot.js').Snapshot} snapshot
   * @returns {{ lost: number, broken: string[] }}
   */
  compare ({ items, events }) {
    const broken = []
    let lost = 0
    for (const wanted of [...this.items.values(), ...this.gone.values()]) {
      const wrong = this.gone.has(wanted.id) ? remains(items.get(wanted.id)) : differences(wanted, items.get(wanted.id))
      const told = (events.get(wanted.id) ?? []).filter((event) => watched.test(event))
      if (told.join() !== wanted.events.join()) {
        wrong.push(`its history is ${told.join(', ') || 'empty'} and not ${wanted.events.join(', ')}`)
      }
      if (wrong.length > 0) lost++
      broken.push(...wrong.map((what) => `${wanted.type} ${wanted.id} (${wanted.title}): ${what}`))
    }
    for (const { type, id, title } of items.values()) {
      if (!this.items.has(id) && !this.gone.has(id)) broken.push(`${type} ${id} (${title}) is there, and nobody has asked for it`)
    }
    return { lost, broken }
  }
}

function remains (found) {
  return found === undefined ? [] : ['it was deleted, and is there']
}

function differences (wanted, found) {
  if (found === undefined) return ['it is not there']
  const wrong = ['title', 'project_id', 'deleted'].filter((name) => wanted[name] !== found[name])
    .map((name) => `its ${name} is ${found[name]} and not ${wanted[name]}`)
  const files = (found.media ?? []).map(({ status, checksum }) => `${status} ${checksum?.value}`).join()
  if (files !== (wanted.file === null ? '' : `ready ${wanted.file}`)) {
    wrong.push(`its files are ${files || 'none'} and not ${wanted.file ?? 'none'}`)
  }
  return wrong
}

/** The first sentences: nobody reads ten thousand. */
export function shorten (sentences, most = 20) {
  const rest = sentences.length - most
  return rest <= 0 ? sentences : [...sentences.slice(0, most), `and ${rest} more of the kind`]
}
