import { ANY_NUMBER, ANY_TEXT } from './difference.js'
import { Refusal, require } from './tree.js'

/**
 * The field groups of a run, in the order in which they are made. In the first an item has one object, in the others a
 * list of entries. Callers number the entries of the second; the service numbers those of the third.
 * @type {any[]}
 */
export const groups = [
  {
    name: 'Facts',
    group_type: 'default',
    fields: [
      { name: 'Place', field_type: 'textbox', isRight: isText },
      { name: 'Day', field_type: 'date', isRight: isDay },
      { name: 'Clear', field_type: 'boolean', isRight: (value) => typeof value === 'boolean' },
      {
        name: 'Stage',
        field_type: 'dropdown',
        dropdown_options: [{ value: 'raw' }, { value: 'cut' }],
        isRight: (value) => value === 'raw' || value === 'cut'
      },
      { name: 'Price', field_type: 'textbox', read_only: true, isRight: isText }
    ]
  },
  {
    name: 'Takes',
    group_type: 'complex',
    fields: [
      { name: 'Slate', field_type: 'textbox', isRight: isText },
      { name: 'Note', field_type: 'textbox', isRight: isText }
    ]
  },
  { name: 'Remarks', group_type: 'complex', fields: [{ name: 'Remark', field_type: 'textbox', isRight: isText }] }
]

/** Custom field values, by the numbers of groups and fields: section 4.6 of the contract. */
export const values = {
  set (state, { kind, item: name, group, values: sent, by }, record) {
    const item = require(state, kind, name)
    requireGroup(group)
    const errors = (Array.isArray(sent) ? sent : [sent]).flatMap((some) => failuresOf(group, some, by))
    if (errors.length > 0) return { custom_fields: null, errors }
    const before = item.values[group]
    const after = Array.isArray(sent) ? withEntries(before ?? [], sent) : merge(before ?? {}, sent)
    store(item, name, group, after, record)
    return { custom_fields: { [group]: after }, errors: [] }
  },

  clear (state, { kind, item: name, group, by }, record) {
    const item = require(state, kind, name)
    requireGroup(group)
    const readOnly = groups[group - 1].fields.findIndex((field) => field.read_only)
    if (by !== 'ann' && item.values[group]?.[numberOf(group, readOnly)] !== undefined) {
      throw new Refusal(200, 'Values of read-only fields must be removed by an administrator')
    }
    store(item, name, group, {}, record)
    return { ok: ANY_TEXT }
  }
}

/** The number of a field: fields are counted from 1, over all groups. */
export function numberOf (group, index) {
  return groups.slice(0, group - 1).reduce((count, { fields }) => count + fields.length, 0) + index + 1
}

/** The values of an item in all groups, as its overview shows them. */
export function overview ({ values }) {
  return Object.keys(values).map((group) => {
    const { name, group_type: type } = groups[Number(group) - 1]
    return { field_group_id: Number(group), name, group_type: type, values: values[group] }
  })
}

function requireGroup (group) {
  if (groups[group - 1] === undefined) throw new Refusal(404, 'Field group not found')
}

function failuresOf (group, sent, by) {
  return Object.entries(sent).flatMap(([key, value]) => {
    if (key === 'cfg_id') return []
    const field = groups[group - 1].fields.find((_field, index) => String(numberOf(group, index)) === key)
    if (field === undefined) return [{ [key]: 'Field not found' }]
    const isRight = (value === null || field.isRight(value)) && (!field.read_only || by === 'ann')
    return isRight ? [] : [{ [key]: ANY_TEXT }]
  })
}

/**
 * Values of a known number are merged, and entries without one get one. An entry that is sent without values has no
 * effect, and empty ones are dropped at the end.
 */
function withEntries (before, sent) {
  const after = [...before]
  for (const { cfg_id: number = ANY_NUMBER, ...values } of sent) {
    if (Object.keys(values).length === 0) continue
    const known = after.findIndex((entry) => number !== ANY_NUMBER && entry.cfg_id === number)
    if (known === -1) after.push({ ...merge({}, values), cfg_id: number })
    else after[known] = merge(after[known], values)
  }
  return after.filter((entry) => Object.keys(entry).length > 1)
}

/** `null` clears a value. */
function merge (before, sent) {
  return Object.fromEntries(Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null))
}

function store (item, name, group, after, record) {
  const before = item.values[group]
  const isGone = Object.keys(after).length === 0
  if (isGone ? before === undefined : JSON.stringify(before) === JSON.stringify(after)) return
  if (isGone) delete item.values[group]
  else item.values[group] = after
  const change = isGone ? 'REMOVED' : before === undefined ? 'ADDED' : 'EDITED'
  const targets = { [`${item.kind}_id`]: name, field_group_id: group }
  record(`${item.kind.toUpperCase()}_${change}_FIELD_GROUP`, targets, isGone ? 2 : 1)
}

function isText (value) {
  return typeof value === 'string'
}

function isDay (value) {
  return isText(value) && /^\d{4}-\d\d-\d\d$/.test(value) && new Date(value).toJSON()?.startsWith(value) === true
}
