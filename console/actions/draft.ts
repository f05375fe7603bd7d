import { signal, type Signal } from '@preact/signals'
import type { Schemas } from '../api/client.ts'
import { optionsIn, textOf } from '../fields/options.tsx'
import type { Valued } from '../items/value-field.tsx'
import { filterOf, paramsOf, type Filter } from './filter.ts'
import type { StartingKind } from './kinds.ts'

export type Action = Schemas['Action']
export type Step = Schemas['ActionStep']
export type Parameter = Schemas['ActionParameter']

/** A step while it is being edited. Other steps know it by its key, whatever its name is. */
export interface DraftStep {
  readonly key: number
  readonly name: Signal<string>
  readonly after: Signal<readonly number[]>
  /** The id of a webhook, or QUEUE; empty until one is chosen. */
  readonly to: Signal<string>
  readonly queue: Signal<string>
  readonly report: Signal<boolean>
  readonly timeout: Signal<string>
  readonly heartbeat: Signal<string>
  readonly attempts: Signal<string>
}

export interface DraftParameter {
  readonly key: number
  readonly name: Signal<string>
  readonly label: Signal<string>
  readonly type: Signal<string>
  readonly options: Signal<string>
  /** As they are stored: as long as their text is the same, they stay exactly so. */
  readonly optionsBefore: Parameter['dropdown_options']
  readonly required: Signal<boolean>
  readonly usual: Signal<string | boolean | null>
}

/** An action while it is being edited. */
export type Draft = ReturnType<typeof draftOf>

export const QUEUE = 'queue'

let keys = 0

/** The form of an action; without one, of a new one. */
export function draftOf (action: Action | null) {
  return {
    name: signal(action?.name ?? ''),
    description: signal(action?.description ?? ''),
    type: signal<string>(action?.type ?? 'asset'),
    role: signal<string>(action?.role ?? 'Member'),
    parallel: signal(String(action?.parallel ?? 10)),
    /** Of a new one alone: the others have a button for it. */
    disabled: signal(false),
    events: signal((action?.trigger_events ?? []) as readonly StartingKind[]),
    filter: signal(paramsOf(action?.filter ?? null)),
    filterBefore: action?.filter ?? null as Filter | null,
    parameters: signal<readonly DraftParameter[]>((action?.parameters ?? []).map(draftOfParameter)),
    steps: signal<readonly DraftStep[]>(draftsOf(action?.steps ?? []))
  }
}

function draftsOf (steps: readonly Step[]): DraftStep[] {
  const drafts = steps.map((step) => newStep(step))
  steps.forEach(({ after }, index) => {
    drafts[index]!.after.value = after.map((name) => drafts[steps.findIndex((step) => step.name === name)]!.key)
  })
  return drafts
}

/** A step, which comes after those with these keys. */
export function newStep (step: Step | null, after: readonly number[] = []): DraftStep {
  const { name = '', webhook_id: webhook = null, queue = null, report = true } = step ?? {}
  return {
    key: ++keys,
    name: signal(name),
    after: signal(after),
    to: signal(webhook !== null ? String(webhook) : queue !== null ? QUEUE : ''),
    queue: signal(queue ?? ''),
    report: signal(report),
    timeout: signal(String(step?.timeout ?? 3600)),
    heartbeat: signal(String(step?.heartbeat ?? 60)),
    attempts: signal(String(step?.attempts ?? 3))
  }
}

export function newParameter (): DraftParameter {
  return draftOfParameter({
    name: '', label: '', field_type: 'textbox', dropdown_options: [], required: false, default: null
  })
}

function draftOfParameter (parameter: Parameter): DraftParameter {
  const { name, label, field_type: type, required, default: usual } = parameter
  return {
    key: ++keys,
    name: signal(name),
    label: signal(label),
    type: signal<string>(type),
    options: signal(textOf(parameter as Valued)),
    optionsBefore: parameter.dropdown_options,
    required: signal(required),
    usual: signal(usual)
  }
}

/** What its input needs to know of a parameter. A dropdown without options takes any text. */
export function valued ({ name, label, field_type: type, dropdown_options: options }: Parameter): Valued {
  const isText = type === 'dropdown' && (options ?? []).length === 0
  return { name: label === '' ? name : label, field_type: isText ? 'textbox' : type, dropdown_options: options } as Valued
}

export function parameterOf (
  { name, label, type, options, optionsBefore, required, usual }: DraftParameter
): Parameter {
  const isSame = textOf({ dropdown_options: optionsBefore } as Valued) === options.value
  return {
    name: name.value,
    label: label.value.trim() === '' ? name.value : label.value,
    field_type: type.value as Parameter['field_type'],
    dropdown_options: type.value !== 'dropdown' ? [] : isSame ? optionsBefore : optionsIn(options.value),
    required: required.value,
    default: usual.value
  }
}

/** The properties that are sent. */
export function sentOf (draft: Draft) {
  const filter = filterOf(draft.filter.value, draft.filterBefore)
  return {
    name: draft.name.value,
    description: draft.description.value,
    filter: Object.keys(filter).length === 0 ? null : filter,
    parameters: draft.parameters.value.map(parameterOf),
    role: draft.role.value as Action['role'],
    trigger_events: [...draft.events.value],
    parallel: Number(draft.parallel.value),
    steps: stepsOf(draft.steps.value)
  }
}

export type Sent = ReturnType<typeof sentOf>

function stepsOf (drafts: readonly DraftStep[]): Step[] {
  const names = new Map(drafts.map(({ key, name }) => [key, name.value]))
  return drafts.map(({ name, after, to, queue, report, timeout, heartbeat, attempts }) => {
    const isQueued = to.value === QUEUE
    return {
      name: name.value,
      after: after.value.map((key) => names.get(key)!),
      webhook_id: isQueued || to.value === '' ? null : Number(to.value),
      queue: isQueued ? queue.value : null,
      report: isQueued || report.value,
      timeout: Number(timeout.value),
      heartbeat: Number(heartbeat.value),
      attempts: Number(attempts.value)
    }
  })
}

/** Those that differ from what is stored: each change of the steps is a revision. */
export function changesOf (action: Action, sent: Sent): Partial<Sent> {
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) =>
    JSON.stringify(value) !== JSON.stringify(action[name as keyof Sent])))
}
