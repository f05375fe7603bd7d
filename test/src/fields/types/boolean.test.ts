import t from 'tap'
import { boolean } from '#src/fields/types/boolean.js'
import { check } from '../../../helper/fields/check.js'

for (const value of [true, false]) {
  t.test(`${value} is a boolean`, async (t) => t.strictSame(await check(boolean, value), { value }))
}

for (const value of ['true', 'false', '', 'yes', 1, 0, [], [true], {}, Object(true), undefined]) {
  t.test(`${typeof value} ${JSON.stringify(value)} is no boolean`, async (t) => {
    t.strictSame(await check(boolean, value), { expected: 'Must be one of: <code>true</code>, <code>false</code>.' })
  })
}
