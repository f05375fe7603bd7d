import { httpDialects, inAppOfProcess } from '#test/helper/app.js'
import { addFieldGroup, addHolders } from '#test/helper/fields.js'
import { succeed } from '#test/helper/items.js'

const onDatabases = inAppOfProcess()

const MIB = 1024 ** 2

onDatabases('Wrong values and too many entries are reported together', async (t, { admin }) => {
  const { group, ids: [box] } = await addFieldGroup(admin, ['textbox'])
  const { fields } = (await addHolders(admin, group))[0]!
  const sent = [...Array.from({ length: 1001 }, () => ({ [box!]: 'x' })), { 99999: 'x' }]
  t.strictSame((await admin.post(fields, { custom_fields: sent })).body.errors,
    [{ 99999: 'Field not found' }, { [group]: 'Must not have more than 1000 entries' }])
}, {}, httpDialects)

onDatabases('The fields of a group have at most 1 MiB of dropdown options', async (t, { admin }) => {
  const { group } = await addFieldGroup(admin, [])
  const fields = `admin/field_groups/${group}/fields`
  const add = (value: string) =>
    admin.post(fields, {
      name: 'x',
      field_type: 'dropdown',
      dropdown_options: [{ value }],
      searchable: true,
      read_only: false
    })
  const tooLarge = [422, { error: 'Field group must not have more than 1 MiB of dropdown_options' }]
  const { field } = await succeed(add('x'.repeat(0.6 * MIB)))
  const refused = await add('x'.repeat(0.6 * MIB))
  t.strictSame([refused.status, refused.body], tooLarge)
  const other = (await succeed(add('short'))).field
  const grown = await admin.post(`${fields}/${other.id}`, {
    name: 'x',
    dropdown_options: [{ value: 'x'.repeat(0.6 * MIB) }]
  })
  t.strictSame([grown.status, grown.body], tooLarge)
  await succeed(admin.post(`${fields}/${field.id}`, { name: 'x', dropdown_options: [{ value: 'short' }] }))
  await succeed(admin.post(`${fields}/${other.id}`, {
    name: 'x',
    dropdown_options: [{ value: 'x'.repeat(0.6 * MIB) }]
  }))
}, {}, httpDialects)

onDatabases('A value has at most 100,000 characters, and a rich text 5,000 tags, 100 deep, as a browser parses it', async (t, { admin }) => {
  const { group, ids } = await addFieldGroup(admin, ['textbox', 'rich_text'], { groupType: 'default' })
  const { fields } = (await addHolders(admin, group))[0]!
  const [text, rich] = ids
  const set = async (values: object) => (await succeed(admin.post(fields, { custom_fields: values })))
  for (const character of ['x', '🎬']) {
    const most = character.repeat(100_000)
    t.strictSame((await set({ [text!]: most, [rich!]: most })).errors, [])
    const expected = 'Must be a String of at most 100000 characters'
    t.strictSame((await set({ [text!]: `${most}x`, [rich!]: `${most}x` })), {
      custom_fields: null, errors: [{ [text!]: expected }, { [rich!]: expected }]
    })
  }
  t.strictSame((await set({ [rich!]: '<p>x</p>'.repeat(5001) })).errors, [{ [rich!]: 'Must not have more than 5000 tags' }])
  t.strictSame((await set({ [rich!]: `${'<ul>'.repeat(101)}x` })).errors, [{ [rich!]: 'Must not be nested deeper than 100' }])
}, {}, httpDialects)
