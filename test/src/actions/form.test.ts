import t from 'tap'
import { checkParameters, completeForm } from '#src/actions/definitions/form.js'

const form = completeForm([
  { name: 'language', field_type: 'dropdown', dropdown_options: [{ value: 'en' }, { value: 'de' }], required: true },
  { name: '__proto__', field_type: 'textbox', default: 'x' },
  { name: 'constructor', field_type: 'date' }
])
const rule = (sent: unknown) => {
  try {
    return { ...checkParameters(form, sent) }
  } catch (error) {
    return /^Invalid parameter 'parameters' value .*?: ((?:[\w-]+: )?Must .*)$/s.exec((error as Error).message)?.[1]
  }
}

t.test('Values are checked by the form, in the order of its parameters', async (t) => {
  t.equal(rule({}), 'language: Must be there')
  t.equal(rule(undefined), 'language: Must be there')
  t.equal(rule({ language: null, other: 1 }), 'language: Must be there')
  t.equal(rule({ language: 'fr', constructor: 'x' }), 'language: Must be one of the values in dropdown_options')
  t.equal(rule({ language: 'en', constructor: '2026-02-30' }), 'constructor: Must be a date in the format YYYY-MM-DD')
  t.equal(rule(JSON.parse('{"language":"en","__proto__":7}')), '__proto__: Must be a String')
  t.equal(rule({ language: 'en', toString: 'x' }), 'toString: Must be a parameter')
  for (const sent of [null, [], 'x', 7]) t.equal(rule(sent), 'Must be a Hash')
  t.equal(rule({ language: 'en', other: 'x'.repeat(16_384) }), 'Must be at most 16384 bytes')
})

t.test('What is not sent has its default, or nothing', async (t) => {
  const written = (sent: unknown) => JSON.stringify(checkParameters(form, sent))
  t.equal(written({ language: 'en' }), '{"language":"en","__proto__":"x","constructor":null}')
  t.equal(written(JSON.parse('{"language":"de","__proto__":null,"constructor":"2026-02-28"}')),
    '{"language":"de","__proto__":null,"constructor":"2026-02-28"}')
})
