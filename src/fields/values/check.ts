import type { Caller } from '../../core/caller.js'
import { MOST_ENTRIES, TOO_MANY_ENTRIES } from '../limits.js'
import { fieldTypes, type CheckedField, type CheckTools, type FieldTypeName, type StoredValue } from '../types/index.js'
import { LARGEST_CFG_ID, type Changes, type EntryChanges } from './documents.js'
import type { Party } from '../../work/turns/fair-queue.js'
import { createYielder } from '../../work/turns/yielding.js'
import type { Failures } from './failures.js'

/** `custom_fields` of a request, validated by its schema. */
export type SentValues = Readonly<Record<string, unknown>>

/** The part of a field that its values depend on. */
export interface GroupField {
  readonly field_id: number
  readonly field_type: FieldTypeName
  /** A JSON array of objects. */
  readonly dropdown_options: string
  readonly read_only: boolean | number
}

const CFG_ID = 'cfg_id'

type MutableChanges = Map<string, StoredValue | null>

const UNKNOWN_FIELD = 'Field not found'
export const ADMINISTRATORS_ONLY = 'Must be set by an administrator'
const NO_CFG_ID = 'Must be a Integer'

/** Dependencies of checks. Callers take turns at costly ones. */
export interface SharedTools {
  readonly cleanRichText: (html: string, sender: Party) => Promise<string>
}

/**
 * Checks sent values against a group's fields, in pieces, as there may be tens of thousands. Every failure is added to
 * `failures`.
 */
export function createChecker (
  fields: readonly GroupField[], caller: Caller, shared: SharedTools, failures: Pick<Failures, 'add'>
) {
  const tools: CheckTools = { cleanRichText: (html) => shared.cleanRichText(html, caller) }
  const known = new Map(fields.map((field) => [String(field.field_id), {
    type: fieldTypes[field.field_type],
    isRefused: Boolean(field.read_only) && !caller.admin,
    checked: checkedField(field)
  }]))
  const yieldNow = createYielder()

  async function checkObject (sent: SentValues, keys = Object.keys(sent)): Promise<MutableChanges> {
    const changes: MutableChanges = new Map()
    for (const key of keys) {
      const turn = yieldNow()
      if (turn !== undefined) await turn
      const field = known.get(key)
      if (field === undefined) failures.add(key, UNKNOWN_FIELD)
      else if (field.isRefused) failures.add(key, ADMINISTRATORS_ONLY)
      else if (sent[key] === null) changes.set(key, null)
      else {
        const checked = field.type.check(sent[key], field.checked, tools)
        const result = checked instanceof Promise ? await checked : checked
        if ('value' in result) changes.set(key, result.value)
        else failures.add(key, result.expected)
      }
    }
    return changes
  }

  async function checkEntry (sent: SentValues) {
    const hasCfgId = Object.hasOwn(sent, CFG_ID)
    const cfgId = hasCfgId ? sent[CFG_ID] : null
    if (hasCfgId && !isCfgId(cfgId)) failures.add(CFG_ID, NO_CFG_ID)
    const changes = await checkObject(sent, Object.keys(sent).filter((key) => key !== CFG_ID))
    return { cfgId: cfgId as number | null, changes }
  }

  /**
   * The changes of entries: entries without an effect are dropped, and those with the same `cfg_id` are merged. Too
   * many entries are a failure of the group.
   */
  async function checkEntries (groupId: number, sent: readonly SentValues[]): Promise<EntryChanges[]> {
    const entries: EntryChanges[] = []
    const named = new Map<number, MutableChanges>()
    let unnamed = 0
    for (const sentEntry of sent) {
      const turn = yieldNow()
      if (turn !== undefined) await turn
      // Awaiting nothing 50,000 times, the maximum of a body, takes a tenth of a second.
      if (Object.keys(sentEntry).length === 0) continue
      const { cfgId, changes } = await checkEntry(sentEntry)
      if (changes.size === 0 || (cfgId === null && !setsValue(changes))) continue
      const earlier = cfgId === null ? undefined : named.get(cfgId)
      if (earlier !== undefined) {
        for (const [key, value] of changes) earlier.set(key, value)
        continue
      }
      // Entries that will be refused need not be kept.
      if (cfgId === null && ++unnamed > MOST_ENTRIES) continue
      if (cfgId !== null) named.set(cfgId, changes)
      entries.push({ cfgId, changes })
    }
    const held = unnamed + [...named.values()].filter(setsValue).length
    if (held > MOST_ENTRIES) failures.add(String(groupId), TOO_MANY_ENTRIES)
    return entries
  }

  return { checkObject, checkEntries }
}

/** Options are parsed for the first value that needs them: they may be a large part of a megabyte. */
function checkedField ({ dropdown_options: text }: GroupField): CheckedField {
  let options: unknown[] | undefined
  return {
    get dropdownOptions () {
      options ??= JSON.parse(text) as unknown[]
      return options
    }
  }
}

function setsValue (changes: Changes): boolean {
  return [...changes.values()].some((value) => value !== null)
}

function isCfgId (value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= LARGEST_CFG_ID
}
