import t from 'tap'
import { datetime } from '#src/fields/types/datetime.js'
import { check } from '../../../helper/fields/check.js'

const good = ['2024-02-29T00:00:00.000Z', '2024-12-31T23:59:59.999Z', '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z']

const bad = [
  '2023-02-29T00:00:00.000Z',
  '2024-04-31T00:00:00.000Z',
  '2024-01-01T24:00:00.000Z',
  '2024-01-01T23:60:00.000Z',
  '2024-01-01T23:59:60.000Z',
  '2016-12-31T23:59:60.000Z',
  '2024-01-01T00:00:00Z',
  '2024-01-01T00:00:00.00Z',
  '2024-01-01T00:00:00.0000Z',
  '2024-01-01T00:00:00.000',
  '2024-01-01T00:00:00.000+00:00',
  '2024-01-01T00:00:00.000-05:00',
  '2024-01-01t00:00:00.000z',
  '2024-01-01 00:00:00.000Z',
  '2024-01-01T00:00:00,000Z',
  '2024-01-01T0:00:00.000Z',
  '2024-01-01',
  '2024-01-01T00:00:00.000Z\n',
  ' 2024-01-01T00:00:00.000Z',
  '+002024-01-01T00:00:00.000Z',
  '',
  1704067200000,
  true,
  [],
  {},
  new Date(0)
]

for (const value of good) {
  t.test(`${value} is a date and time`, async (t) => t.strictSame(await check(datetime, value), { value }))
}

for (const value of bad) {
  t.test(`${JSON.stringify(value)} is no date and time`, async (t) => {
    t.strictSame(await check(datetime, value), {
      expected: 'Must be a date and time in the format yyyy-mm-ddThh:mm:ss.mmmZ'
    })
  })
}
