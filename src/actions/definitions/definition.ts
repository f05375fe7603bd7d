import type { Role } from '../../access/roles.js'
import type { EventKind } from '../../core/events/forms.js'
import type { ItemType } from '../../core/item-type.js'
import { InvalidParameter } from '../../errors.js'
import { inspect } from '../../http/inspect.js'
import { completeFilter, readFilter, type Filter } from './filter.js'
import { completeForm, formRules, readForm, type ParameterDefinition } from './form.js'
import { toJson } from './json.js'
import { areKinds, KINDS_RULE } from './kinds.js'
import type { ActionRow } from './rows.js'
import { readSteps, usual, type StepDefinition } from './steps.js'

export const LARGEST_DEFINITION = 64 * 1024
export const SIZE_RULE = `Must be at most ${LARGEST_DEFINITION} bytes`

/** What an action does, for what, and who starts it. */
export interface Definition {
  readonly name: string
  readonly description: string
  readonly filter: Filter | null
  readonly parameters: readonly ParameterDefinition[]
  readonly role: Role
  readonly trigger_events: readonly EventKind[]
  readonly parallel: number
  readonly disabled: boolean
  readonly steps: readonly StepDefinition[]
}

/** Changes as sent: of a form, what may be left out is. Absent properties stay. */
export interface SentDefinition extends Partial<Omit<Definition, 'parameters' | 'steps'>> {
  readonly parameters?: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly steps?: readonly unknown[]
}

export const blank: Omit<Definition, 'name' | 'steps'> = {
  description: '', filter: null, parameters: [], role: 'Member', trigger_events: [], parallel: 10, disabled: false
}

export function definitionOf (row: ActionRow): Definition {
  return {
    name: row.name,
    description: row.description,
    filter: readFilter(row.filter),
    parameters: readForm(row.parameters),
    role: row.role,
    trigger_events: JSON.parse(row.trigger_events) as EventKind[],
    parallel: row.parallel,
    disabled: Boolean(row.disabled),
    steps: readSteps(row.steps)
  }
}

/** A definition with changes whose steps were checked, and are given as they are stored. */
export function withChanges<Before extends Omit<Definition, 'name' | 'steps'>> (
  before: Before, { filter, parameters, trigger_events: events, ...sent }: Omit<SentDefinition, 'steps'>,
  steps: readonly StepDefinition[] | undefined
) {
  return {
    ...before,
    ...sent,
    ...filter !== undefined && { filter: completeFilter(filter) },
    ...parameters !== undefined && { parameters: completeForm(parameters) },
    ...events !== undefined && { trigger_events: [...new Set(events)] },
    ...steps !== undefined && { steps }
  }
}

/** Throws InvalidParameter for what does not fit together, or is too large. */
export function requireConsistent (definition: Definition, type: ItemType): void {
  const { parameters, trigger_events: events } = definition
  if (!areKinds(events, type)) throw new InvalidParameter('trigger_events', inspect(events), KINDS_RULE)
  const isComplete = parameters.every((parameter) => !parameter.required || parameter.default !== null)
  if (events.length > 0 && !isComplete) {
    throw new InvalidParameter('parameters', inspect(parameters), formRules.default)
  }
  requireSize(definition)
}

/** Throws InvalidParameter: its parameter is the largest one. */
function requireSize ({ name, description, filter, parameters, trigger_events: events, steps }: Definition): void {
  const sent = {
    name,
    description,
    filter,
    parameters: parameters.map(shortParameter),
    trigger_events: events,
    steps: steps.map(shortStep)
  }
  const sizes = Object.entries(sent)
    .map(([key, value]) => ({ key, value, bytes: Buffer.byteLength(toJson({ [key]: value })) }))
  if (sizes.reduce((sum, { bytes }) => sum + bytes, 0) <= LARGEST_DEFINITION) return
  const { key, value } = sizes.reduce((largest, size) => size.bytes > largest.bytes ? size : largest)
  throw new InvalidParameter(key, inspect(value), SIZE_RULE)
}

/** What has to be sent of a parameter. So it does not matter for the size whether what goes without saying was sent. */
function shortParameter (parameter: ParameterDefinition) {
  const { name, field_type: type, label, required, default: usual, dropdown_options: options } = parameter
  return {
    name,
    field_type: type,
    ...label !== name && { label },
    ...required && { required },
    ...usual !== null && { default: usual },
    ...options.length > 0 && { dropdown_options: options }
  }
}

/** The same of a step. */
function shortStep (step: StepDefinition) {
  const plain: Readonly<Record<string, unknown>> = { ...usual, webhook_id: null, queue: null }
  return Object.fromEntries(Object.entries(step)
    .filter(([key, value]) => plain[key] !== value && !(Array.isArray(value) && value.length === 0)))
}
