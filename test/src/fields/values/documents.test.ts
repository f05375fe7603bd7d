import t from 'tap'
import {
  applyEntries, applyObject, LARGEST_CFG_ID, withoutEntry, withoutField, type GroupEntry
} from '#src/fields/values/documents.js'

const entry = (cfgId: number, ...fields: string[]): GroupEntry => ({
  cfgId,
  values: Object.fromEntries(fields.map((field) => [field, 'x']))
})
const sets = new Map([['1', 'x']])
const idsOf = (entries: readonly GroupEntry[]) => entries.map(({ cfgId }) => cfgId)

t.test('A new entry gets the id after the largest one, including the entries that are sent with it', async (t) => {
  const stored = [entry(4, '1')]
  t.strictSame(idsOf(applyEntries(stored, [{ cfgId: null, changes: sets }, { cfgId: 7, changes: sets }])), [4, 8, 7])
  t.strictSame(idsOf(applyEntries({ 1: 'x' }, [{ cfgId: null, changes: sets }])), [1, 2])
  t.strictSame(idsOf(applyObject(stored, sets).document as GroupEntry[]), [4, 5])
})

t.test('If the largest possible id is taken, a new entry gets the first free id', async (t) => {
  const stored = [entry(1, '1'), entry(LARGEST_CFG_ID, '1'), entry(3, '1')]
  const added = { cfgId: null, changes: sets }
  t.strictSame(idsOf(applyEntries(stored, [added, added])), [1, LARGEST_CFG_ID, 3, 2, 4])
  t.strictSame(idsOf(applyObject(stored, sets).document as GroupEntry[]).at(-1), 2)
})

t.test('An entry that loses its last value is removed, and null means that nothing is left', async (t) => {
  t.strictSame(withoutField([entry(1, '1'), entry(2, '1', '2')], '1'), [entry(2, '2')])
  t.equal(withoutField([entry(1, '1')], '1'), null)
  t.equal(withoutField({ 1: 'x' }, '1'), null)
  t.strictSame(withoutEntry([entry(1, '1'), entry(2, '1')], '2'), { document: [entry(1, '1')], removed: { 1: 'x' } })
  for (const wrong of ['3', '01', '']) t.equal(withoutEntry([entry(1, '1')], wrong), null)
  t.equal(withoutEntry({ 1: 'x' }, '1'), null)
})
