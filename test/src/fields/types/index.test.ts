import t from 'tap'
import { fieldTypeNames, fieldTypes } from '#src/fields/types/index.js'

t.test('The types are those of the contract, each under its own name', async (t) => {
  t.strictSame(fieldTypeNames, ['date', 'textbox', 'textarea', 'rich_text', 'dropdown', 'boolean', 'datetime'])
  for (const [name, type] of Object.entries(fieldTypes)) t.equal(type.name, name)
})
