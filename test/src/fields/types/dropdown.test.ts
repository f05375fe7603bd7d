import t from 'tap'
import { dropdown } from '#src/fields/types/dropdown.js'
import { check } from '../../../helper/fields/check.js'

const options = {
  dropdownOptions: [{ label: 'Red', value: 'red' }, { name: 'blue' }, { value: 5, active: true, none: null }]
}
const notOffered = { expected: 'Must be one of the values in dropdown_options' }

t.test('Without options any string is accepted', async (t) => {
  for (const dropdownOptions of [null, []]) {
    for (const value of ['', 'red']) t.strictSame(await check(dropdown, value, { dropdownOptions }), { value })
  }
})

t.test('With options a string of any of them is accepted', async (t) => {
  for (const value of ['red', 'Red', 'blue']) t.strictSame(await check(dropdown, value, options), { value })
})

t.test('With options no other string is accepted, not even a key or the text of another value', async (t) => {
  for (
    const value of ['', 'green', 'RED', ' red', 'label', 'value', '5', 'true', 'null', 'constructor', '__proto__',
      '[object Object]']
  ) {
    t.strictSame(await check(dropdown, value, options), notOffered)
  }
})

t.test('Options that are not objects with strings offer nothing', async (t) => {
  const dropdownOptions = [null, 'red', 5, ['red'], {}, { value: ['red'] }]
  t.strictSame(await check(dropdown, 'red', { dropdownOptions }), notOffered)
})

t.test('A dropdown accepts only strings that can be stored', async (t) => {
  for (const value of [5, true, [], ['red'], {}]) {
    t.strictSame(await check(dropdown, value, options), { expected: 'Must be a String' })
  }
  t.strictSame(await check(dropdown, '\0'), { expected: 'Must be a String without NUL characters' })
})

t.test('Options are read once, however many values are checked against them', async (t) => {
  let read = 0
  const dropdownOptions = Array.from({ length: 1000 }, (_, n) => ({
    get value () {
      read++
      return String(n)
    }
  }))
  for (let n = 0; n < 250; n++) {
    t.strictSame(await check(dropdown, String(n), { dropdownOptions }), { value: String(n) })
  }
  t.strictSame(await check(dropdown, '1000', { dropdownOptions }), notOffered)
  t.equal(read, 1000)
})
