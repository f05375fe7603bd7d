import { signal, type Signal } from '@preact/signals'
import type { Schemas } from '../api/client.ts'
import { Failure, type Broken } from '../api/failure.ts'
import { settleSeconds, usualRules } from '../../src/drop-folders/definitions/rules.ts'
import type { CustomField } from '../find/names.ts'

export type DropFolder = Schemas['DropFolder']
/** Values of custom fields by the ids of their groups and fields. */
export type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** A drop folder while it is being edited. */
export type Draft = ReturnType<typeof draftOf>

/** The form of a drop folder; without one, of a new one. */
export function draftOf (folder: DropFolder | null) {
  const now = folder ?? usualRules
  return {
    title: signal(folder?.title ?? ''),
    direction: signal<string>(folder?.direction ?? 'in'),
    location: signal(folder?.location ?? ''),
    path: signal(folder?.path ?? ''),
    /** Of a new one alone: the others have a button for it. */
    paused: signal(false),
    project_id: signal(now.project_id),
    subfolders: signal<string>(now.subfolders),
    category: signal(now.category),
    tags: signal<readonly string[]>(now.tags),
    custom_fields: signal(now.custom_fields as Values),
    only: signal(linesOf(now.only)),
    ignore: signal(linesOf(now.ignore)),
    settle: signal(String(now.settle)),
    after: signal<string>(now.after),
    changed: signal<string>(now.changed)
  }
}

/** The rules that are sent. What is as it was in `before` is exactly so. */
export function rulesOf (draft: Draft, before: DropFolder | null) {
  return {
    title: draft.title.value,
    project_id: draft.project_id.value,
    subfolders: draft.subfolders.value as DropFolder['subfolders'],
    category: draft.category.value,
    tags: [...draft.tags.value],
    custom_fields: draft.custom_fields.value,
    only: patternsIn(draft.only.value, before?.only ?? []),
    ignore: patternsIn(draft.ignore.value, before?.ignore ?? []),
    settle: Number(draft.settle.value),
    after: draft.after.value as DropFolder['after'],
    changed: draft.changed.value as DropFolder['changed']
  }
}

export type SentRules = ReturnType<typeof rulesOf>

/** What is said once: a new one has it, too. */
export function fixedOf ({ direction, location, path, paused }: Draft) {
  const isPlaced = location.value !== ''
  return {
    direction: direction.value as DropFolder['direction'],
    location: isPlaced ? location.value : null,
    path: isPlaced ? path.value : '',
    paused: paused.value
  }
}

export type SentFixed = ReturnType<typeof fixedOf>

/** Those that differ from what is stored: what others change meanwhile stays. */
export function changesOf (folder: DropFolder, rules: SentRules): Partial<SentRules> {
  return Object.fromEntries(Object.entries(rules).filter(([name, value]) =>
    JSON.stringify(value) !== JSON.stringify(folder[name as keyof SentRules])))
}

/** Brings a draft up to what is stored now: what differs from `from`, with which it began, was typed and stays. */
export function follow (draft: Draft, from: SentRules, before: DropFolder, now: DropFolder): void {
  const mine = rulesOf(draft, before)
  const stored = draftOf(now)
  for (const name of Object.keys(from) as Array<keyof SentRules>) {
    if (JSON.stringify(mine[name]) === JSON.stringify(from[name])) (draft[name] as Signal).value = stored[name].value
  }
}

export const secondsAllowed = { min: String(settleSeconds.least), max: String(settleSeconds.most) }

/** Patterns as they are typed, one a line. */
function linesOf (patterns: readonly string[]): string {
  return patterns.join('\n')
}

function patternsIn (text: string, before: readonly string[]): string[] {
  if (text === linesOf(before)) return [...before]
  return text.split('\n').map((line) => line.trim()).filter(Boolean)
}

/** Values with another one. Null takes it away, and what fields do not exist any more have goes with it. */
export function withValue (
  values: Values, groupId: number, fieldId: number, value: unknown, fields: readonly CustomField[]
): Values {
  const known = new Set(fields.map(({ id }) => String(id)))
  const before = Object.entries(values).map(([group, own]) =>
    [group, Object.entries(own).filter(([field]) => known.has(field))] as const)
  const now = new Map(before.map(([group, own]) => [group, new Map(own)]))
  const own = now.get(String(groupId)) ?? new Map<string, unknown>()
  now.set(String(groupId), own)
  if (value === null) own.delete(String(fieldId))
  else own.set(String(fieldId), value)
  return Object.fromEntries([...now].filter(([, own]) => own.size > 0)
    .map(([group, own]) => [group, Object.fromEntries(own)]))
}

/** What the service says of something that is no parameter's value, and the field that it is about. */
const SAID: ReadonlyArray<readonly [text: RegExp, field: string]> = [
  [/^(?:project with id: |Your role does not allow this$)/, 'project_id'],
  [/^(?:Location is not there|Drop folders must not overlap|Missing parameter location)$/, 'location']
]

/** The field that a failure is about, and what to say there; null if it is about none. */
export function brokenBy (error: unknown): Pick<Broken, 'parameter' | 'rule'> | null {
  if (!(error instanceof Failure)) return null
  if (error.broken !== null) {
    const { parameter, part, rule } = error.broken
    return { parameter, rule: part === null ? rule : `${part}: ${rule}` }
  }
  const [, field] = SAID.find(([text]) => text.test(error.message)) ?? []
  if (field === undefined) return null
  return { parameter: field, rule: error.message.replace(/^project with id: .*/, 'This project is not there.') }
}
