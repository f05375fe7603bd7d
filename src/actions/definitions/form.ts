import { InvalidParameter } from '../../errors.js'
import { fieldTypeNames, fieldTypes, type FieldTypeName, type StoredValue } from '../../fields/types/index.js'
import { isHash } from '../../http/hashes.js'
import { inspect } from '../../http/inspect.js'
import { isTextBetween, LONGEST_NAME } from '../../http/rules.js'
import { toJson } from './json.js'
import { isName } from './steps.js'

export type FormType = Exclude<FieldTypeName, 'rich_text'>

export const formTypes = fieldTypeNames.filter((name): name is FormType => name !== 'rich_text')

/** A parameter of an action: an entry of the form that who starts it fills in. */
export interface ParameterDefinition {
  readonly name: string
  /** What people read: the name unless told. */
  readonly label: string
  readonly field_type: FormType
  /** Of a dropdown. None: any text. */
  readonly dropdown_options: readonly object[]
  readonly required: boolean
  readonly default: StoredValue | null
}

export type ParameterValues = Readonly<Record<string, StoredValue | null>>

export const MOST_PARAMETERS = 20
export const LARGEST_PARAMETERS = 16 * 1024

/** The rules of a form, and of values for it. */
export const formRules = {
  form: `Must be a form of at most ${MOST_PARAMETERS} parameters`,
  default: 'Must have a default where an event starts it',
  values: 'Must be a Hash',
  missing: 'Must be there',
  unknown: 'Must be a parameter',
  size: `Must be at most ${LARGEST_PARAMETERS} bytes`
} as const

const KEYS: ReadonlySet<string> = new Set(['name', 'label', 'field_type', 'dropdown_options', 'required', 'default'])

export function readForm (json: string): ParameterDefinition[] {
  return JSON.parse(json) as ParameterDefinition[]
}

/** The broken rule of a form as sent. */
export function ruleOfForm (sent: unknown): string | undefined {
  const isForm = Array.isArray(sent) && sent.length <= MOST_PARAMETERS && sent.every(isParameter) &&
    new Set(sent.map(({ name }) => name)).size === sent.length
  return isForm ? undefined : formRules.form
}

/** A valid form with what was left out. */
export function completeForm (sent: ReadonlyArray<Readonly<Record<string, unknown>>>): ParameterDefinition[] {
  return (sent as ReadonlyArray<Partial<ParameterDefinition> & Pick<ParameterDefinition, 'name' | 'field_type'>>)
    .map(({ name, label = name, field_type: type, dropdown_options: options, required = false, default: usual }) =>
      ({ name, label, field_type: type, dropdown_options: options ?? [], required, default: usual ?? null }))
}

/**
 * The value of each parameter of a form: as sent, else the default, else null. Throws InvalidParameter for what is
 * missing, then for what is wrong, then for what is no parameter.
 */
export function checkParameters (form: readonly ParameterDefinition[], sent: unknown = {}): ParameterValues {
  const rule = ruleOfValues(form, sent)
  if (rule !== undefined) throw new InvalidParameter('parameters', inspect(sent), rule)
  const values = sent as Readonly<Record<string, StoredValue | null>>
  return Object.fromEntries(form.map(({ name, default: usual }) =>
    [name, Object.hasOwn(values, name) ? values[name]! : usual]))
}

/** Names may be those that every object has: only own ones count. */
function ruleOfValues (form: readonly ParameterDefinition[], sent: unknown): string | undefined {
  if (!isHash(sent)) return formRules.values
  if (Buffer.byteLength(toJson(sent)) > LARGEST_PARAMETERS) return formRules.size
  for (const { name, required, default: usual } of form) {
    const isEmpty = Object.hasOwn(sent, name) ? sent[name] === null : usual === null
    if (required && isEmpty) return `${name}: ${formRules.missing}`
  }
  for (const parameter of form) {
    const { name } = parameter
    const expected = Object.hasOwn(sent, name) && sent[name] !== null ? ruleOfValue(parameter, sent[name]) : undefined
    if (expected !== undefined) return `${name}: ${expected}`
  }
  const names = new Set(form.map(({ name }) => name))
  const unknown = Object.keys(sent).find((name) => !names.has(name))
  return unknown === undefined ? undefined : `${unknown}: ${formRules.unknown}`
}

function isParameter (sent: unknown): sent is Record<string, unknown> {
  if (!isHash(sent) || !Object.keys(sent).every((key) => KEYS.has(key)) || !isName(sent.name)) return false
  const { name, label = name, field_type: type, dropdown_options: options, required = false, default: usual } = sent
  if (!formTypes.includes(type as FormType) || typeof required !== 'boolean') return false
  if (!isTextBetween(label, 1, LONGEST_NAME) || !(options === null || areOptions(options ?? []))) return false
  const [parameter] = completeForm([sent])
  return usual === undefined || usual === null || ruleOfValue(parameter!, usual) === undefined
}

const areOptions = (value: unknown) => Array.isArray(value) && value.every(isHash)

/** What a value has to be, if it is not. The types of forms clean nothing, and answer at once. */
function ruleOfValue ({ field_type: type, dropdown_options: options }: ParameterDefinition, value: unknown) {
  const dropdownOptions = [...options]
  const tools = { cleanRichText: (html: string) => Promise.resolve(html) }
  const checked = fieldTypes[type].check(value, { dropdownOptions }, tools)
  return 'expected' in checked ? checked.expected : undefined
}
