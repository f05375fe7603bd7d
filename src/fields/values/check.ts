import type { Caller } from '../../access/caller.js'
import { fieldTypes, type CheckTools, type FieldTypeName, type StoredValue } from '../types/index.js'
import type { Changes, EntryChanges } from './documents.js'

/** `custom_fields` of a request, as its schema lets it through. */
export type SentValues = Readonly<Record<string, unknown>>

/** A field, as far as its values depend on it. */
export interface GroupField {
  readonly field_id: number
  readonly field_type: FieldTypeName
  /** A JSON array of objects. */
  readonly dropdown_options: string
  readonly read_only: boolean | number
}

/** One failure: a key that was sent, and what is wrong with it. */
export type FieldFailure = readonly [key: string, text: string]

const CFG_ID = 'cfg_id'
const LARGEST_CFG_ID = 2 ** 31 - 1

const UNKNOWN_FIELD = 'Field not found'
const ADMINISTRATORS_ONLY = 'Must be set by an administrator'
const NO_CFG_ID = 'Must be a Integer'

/** Checks what was sent against a group's fields. Every failure is added to `failures`. */
export function createChecker (fields: readonly GroupField[], caller: Caller, tools: CheckTools, failures: FieldFailure[]) {
  const known = new Map(fields.map((field) => [String(field.field_id), {
    type: fieldTypes[field.field_type],
    isRefused: Boolean(field.read_only) && !caller.admin,
    checked: { dropdownOptions: JSON.parse(field.dropdown_options) as unknown[] }
  }]))

  async function checkObject (sent: SentValues, keys = Object.keys(sent)): Promise<Changes> {
    const changes = new Map<string, StoredValue | null>()
    for (const key of keys) {
      const field = known.get(key)
      if (field === undefined) failures.push([key, UNKNOWN_FIELD])
      else if (field.isRefused) failures.push([key, ADMINISTRATORS_ONLY])
      else if (sent[key] === null) changes.set(key, null)
      else {
        const result = await field.type.check(sent[key], field.checked, tools)
        if ('value' in result) changes.set(key, result.value)
        else failures.push([key, result.expected])
      }
    }
    return changes
  }

  async function checkEntry (sent: SentValues): Promise<EntryChanges> {
    const hasCfgId = Object.hasOwn(sent, CFG_ID)
    const cfgId = hasCfgId ? sent[CFG_ID] : null
    if (hasCfgId && !isCfgId(cfgId)) failures.push([CFG_ID, NO_CFG_ID])
    const changes = await checkObject(sent, Object.keys(sent).filter((key) => key !== CFG_ID))
    return { cfgId: cfgId as number | null, changes }
  }

  return { checkObject, checkEntry }
}

function isCfgId (value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= LARGEST_CFG_ID
}
