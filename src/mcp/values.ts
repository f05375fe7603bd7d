import { hash } from 'node:crypto'
import { ofItem, type Named, type Service, type Values } from './service.js'

/** The most values of a field group, or entries, that stand together. */
const MOST_VALUES = 20

/** All field groups in which an item has values, with these. */
export async function readCustomFields (service: Service, named: Named): Promise<Values[]> {
  return service.readAll(...ofItem(named, '/custom_fields'), 'custom_fields')
}

/** Stands for all values of an item in an `etag`. */
export function tagOf (customFields: readonly Values[]): string {
  return `"${hash('sha256', JSON.stringify(customFields), 'base64url')}"`
}

/** A group with more values than stand together becomes several, and so does an entry of a complex group. */
export function inSmallGroups (group: Values): Values[] {
  const { values, ...rest } = group
  const smaller = Array.isArray(values)
    ? chunks(values.flatMap(({ cfg_id: entry, ...inEntry }) => inSmallObjects(inEntry, { cfg_id: entry })))
    : inSmallObjects(values, {})
  return smaller.map((some) => ({ ...rest, values: some }))
}

function inSmallObjects (values: Values, beside: Values): Values[] {
  return chunks(Object.entries(values)).map((some) => ({ ...Object.fromEntries(some), ...beside }))
}

function chunks<Element> (list: readonly Element[]): Element[][] {
  const count = Math.ceil(list.length / MOST_VALUES)
  return Array.from({ length: count }, (_, index) => list.slice(index * MOST_VALUES, (index + 1) * MOST_VALUES))
}
