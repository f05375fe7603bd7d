import t from 'tap'
import { admit, rowOf } from '#src/database/release/admission.js'
import { compareMinors, isLaterPatch, isNextMinor } from '#src/database/release/versions.js'

const finished = rowOf('1.1.0')
const unfinished = { release: '1.2.0', works_with: '1.1.0', finished: '1.1.0' }

t.test('Releases are compared by their minor', async (t) => {
  t.ok(compareMinors('1.9.0', '1.10.0') < 0)
  t.equal(compareMinors('1.2.3', '1.2.0-rc.1'), 0)
  t.ok(compareMinors('2.0.0', '1.99.0') > 0)
  t.ok(isNextMinor('1.9.3', '1.10.0'))
  t.notOk(isNextMinor('1.9.3', '1.11.0'))
  t.notOk(isNextMinor('1.9.3', '2.0.0'), 'the first major knows no last minor before')
  t.ok(isLaterPatch('1.2.1', '1.2.0'))
  t.ok(isLaterPatch('1.2.0', '1.2.0-rc.1'))
  t.notOk(isLaterPatch('1.2.0-rc.1', '1.2.0'))
})

t.test('Releases of one minor follow each other as they like', async (t) => {
  t.strictSame(admit(finished, '1.1.0', true), finished)
  t.strictSame(admit(finished, '1.1.4', true), { ...finished, release: '1.1.4' })
  t.strictSame(admit({ ...finished, release: '1.1.4' }, '1.1.0', true), { ...finished, release: '1.1.4' })
})

t.test('The next minor starts beside the one before, which may start again until the finish', async (t) => {
  t.strictSame(admit(finished, '1.2.0', true), unfinished)
  t.strictSame(admit(unfinished, '1.1.0', true), unfinished)
  t.throws(() => admit(rowOf('1.2.0'), '1.1.0', false), {
    message: 'The database is newer than this version of Cutroom: it is of 1.2.0'
  })
})

t.test('From other minors all others have to be stopped', async (t) => {
  const refusal = { message: 'The database is of 1.1.0, whose processes cannot stay: stop them first' }
  t.throws(() => admit(finished, '1.3.0', true), refusal)
  t.throws(() => admit({ ...unfinished, release: '1.1.0', works_with: '1.0.0', finished: '1.0.0' }, '1.2.0', true), refusal)
  t.strictSame(admit(finished, '1.3.0', false), { release: '1.3.0', works_with: '1.3.0', finished: '1.1.0' })
})
