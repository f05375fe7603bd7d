import t from 'tap'
import { Book } from '#proof/harness/book.js'
import { checkDeliveries, checkNumbers } from '#proof/harness/checks.js'

const ID = 'the asset'

/** The snapshot of a service with one asset that was created and changed. */
function shown (changes: object = {}, events = ['ASSET_ADDED', 'ASSET_EDITED_METADATA']) {
  const item = { type: 'asset', id: ID, title: 'New', project_id: null, deleted: false, media: [], ...changes }
  return {
    items: new Map<string, any>([[ID, item]]),
    byTitle: new Map<string, any>([[item.title, item]]),
    events: new Map([[ID, events]]),
    changes: []
  }
}

function writeBook () {
  const book = new Book()
  book.add({ type: 'asset', id: ID, title: 'New', events: ['ASSET_ADDED', 'ASSET_EDITED_METADATA'] })
  return book
}

t.test('A book that agrees with the service reports nothing', async (t) => {
  t.strictSame(writeBook().compare(shown()), { lost: 0, broken: [] })
})

t.test('A book reports missing items, different ones, and items that nobody asked for', async (t) => {
  const wrong = (snapshot: ReturnType<typeof shown>) => writeBook().compare(snapshot)
  t.match(wrong({ ...shown(), items: new Map() }), { lost: 1, broken: [/it is not there/] })
  t.match(wrong(shown({ title: 'Old' })), { lost: 1, broken: [/its title is Old and not New/] })
  t.match(wrong(shown({ deleted: true })), { lost: 1, broken: [/its deleted is true and not false/] })
  t.match(wrong(shown({}, ['ASSET_ADDED'])), { lost: 1, broken: [/its history is ASSET_ADDED and not/] })
  t.match(wrong(shown({}, ['ASSET_ADDED', 'ASSET_EDITED_METADATA', 'ASSET_EDITED_METADATA'])), { lost: 1 })
  const file = { status: 'ready', checksum: { value: 'abc' } }
  t.match(wrong(shown({ media: [file] })), { lost: 1, broken: [/its files are ready abc and not none/] })
  const { items, ...rest } = shown()
  items.set('another', { type: 'asset', id: 'another', title: 'Half of a bulk' })
  t.match(wrong({ items, ...rest }), { lost: 0, broken: [/nobody has asked for it/] })
})

t.test('A book reports deleted items that are still there, and deletions without an event', async (t) => {
  const events = ['ASSET_ADDED', 'ASSET_EDITED_METADATA', 'ASSET_PURGED']
  const book = writeBook()
  book.remove(book.items.get(ID)!)
  t.match(book.compare(shown({}, events)), { lost: 1, broken: [/it was deleted, and is there/] })
  t.strictSame(book.compare({ ...shown({}, events), items: new Map() }), { lost: 0, broken: [] })
  t.match(book.compare({ ...shown(), items: new Map() }), { lost: 1, broken: [/its history is ASSET_ADDED/] })
})

t.test('A write with an unknown outcome counts only if it has happened', async (t) => {
  for (const title of ['New', 'Newer']) {
    const book = writeBook()
    const item = book.items.get(ID)!
    book.doubts.add({
      what: 'update',
      isDone: ({ items }) => items.get(ID).title === 'Newer',
      note: () => { item.title = 'Newer' },
      about: () => [item]
    })
    book.settle(shown({ title }))
    t.equal(book.doubts.size, 0)
    t.strictSame(book.compare(shown({ title })).broken, [])
  }
})

t.test('A promised row of an import that is missing is reported', async (t) => {
  const book = writeBook()
  book.promised.push('New', 'Row 7')
  t.match(book.redeem(shown()), [/Row 7 of an import is not there/])
})

const webhook = { id: 1, name: 'hook', trigger_events: ['ASSET_ADDED'] }
const changes = ['a', 'b', 'c'].map((id) => ({ id, event: 'ASSET_ADDED', targets: {} }))
const delivery = (eventId: string, sequence: number, digest = eventId) =>
  ({ webhookId: 1, eventId, sequence, digest, at: 0 })

t.test('Complete deliveries are accepted, also with duplicates and out of order', async (t) => {
  const received = [delivery('b', 2), delivery('a', 1), delivery('b', 2), delivery('c', 3)]
  t.strictSame(checkDeliveries({ webhook, received, changes }), { lost: 0, late: 1, broken: [] })
})

t.test('A missing, unknown, changed or wrongly numbered delivery is reported', async (t) => {
  const all = [delivery('a', 1), delivery('b', 2), delivery('c', 3)]
  const found = (received: typeof all) => checkDeliveries({ webhook, received, changes })
  t.match(found(all.slice(0, 2)), { lost: 1, broken: [/ASSET_ADDED c was not delivered/] })
  t.match(found([...all, delivery('d', 4)]), { broken: [/d was delivered, and \/changes does not know it/] })
  t.match(found([...all, delivery('a', 1, 'other bytes')]), { broken: [/event a has come with different bytes/] })
  t.match(found([...all.slice(0, 2), delivery('c', 4)]), { broken: [/the sequence has 4 in the place of 3/] })
})

t.test('A gap or a duplicate in the numbers is reported', async (t) => {
  t.strictSame(checkNumbers([3, 1, 2]), [])
  t.equal(checkNumbers([1, 3]).length, 1)
  t.equal(checkNumbers([1, 1, 2]).length, 1)
})
