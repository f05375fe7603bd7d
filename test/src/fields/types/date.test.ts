import t from 'tap'
import { date } from '#src/fields/types/date.js'
import { check } from '../../../helper/fields/check.js'

const good = ['2024-02-29', '2000-02-29', '0000-02-29', '0000-01-01', '9999-12-31', '2023-02-28', '2024-04-30']

const bad = [
  '2023-02-29',
  '1900-02-29',
  '2024-02-30',
  '2024-04-31',
  '2024-00-10',
  '2024-13-01',
  '2024-01-00',
  '2024-01-32',
  '',
  'today',
  '2024-1-1',
  '24-01-01',
  '12024-01-01',
  '-2024-01-01',
  '+002024-01-01',
  '2024/01/01',
  '20240101',
  '01-02-2024',
  ' 2024-01-01',
  '2024-01-01 ',
  '2024-01-01\n',
  '2024-01-01\0',
  '2024-01-01T00:00:00.000Z',
  '２０２４-01-01',
  20240101,
  0,
  true,
  [],
  ['2024-01-01'],
  {},
  { toString: () => '2024-01-01' },
  new Date(0)
]

for (const value of good) {
  t.test(`${value} is a date`, async (t) => t.strictSame(await check(date, value), { value }))
}

for (const value of bad) {
  t.test(`${JSON.stringify(value)} is no date`, async (t) => {
    t.strictSame(await check(date, value), { expected: 'Must be a date in the format YYYY-MM-DD' })
  })
}
