import type { Static, TObject, TProperties } from '@sinclair/typebox'
import type { contractKinds } from './kinds.js'

/** What an event says: the ids of what it concerns, and the things that webhooks get with it, as they were then. */
export interface EventForm<Targets extends TProperties = TProperties, Data extends TProperties = TProperties> {
  readonly targets: Targets
  readonly data: Data
  /** Of these targets, an event has one at least. */
  readonly oneOf?: readonly string[]
}

/**
 * The forms of the events that happen, by their kinds. Each domain adds its own, in its events.ts, by
 * `interface EventForms extends FormsOf<typeof …> {}`: an event without a form cannot be recorded.
 */
export interface EventForms {}

/** A kind of event that happens. */
export type FormedKind = keyof EventForms

/** A kind of the contract, or one that a domain adds. */
export type EventKind = typeof contractKinds[number] | FormedKind

/** The forms of a domain. */
export type FormsOf<Forms> = { readonly [Kind in keyof Forms]: Forms[Kind] }

type PropertiesOf<Properties> = Properties extends TProperties ? Static<TObject<Properties>> : never

/** The ids of what an event of this kind concerns. */
export type TargetsOf<Kind extends FormedKind> =
  Readonly<PropertiesOf<EventForms[Kind] extends EventForm<infer Targets> ? Targets : never>>

/** The things that an event of this kind shows. */
export type DataOf<Kind extends FormedKind> =
  Readonly<PropertiesOf<EventForms[Kind] extends EventForm<TProperties, infer Data> ? Data : never>>

/** Makes forms for kinds of events: the compiler knows their kinds. */
export function defineEvents<const Forms extends Readonly<Record<Uppercase<string>, EventForm>>> (forms: Forms): Forms {
  return forms
}

/** A form with more than another. */
export function also<
  Targets extends TProperties, Data extends TProperties, More extends TProperties,
  Shown extends TProperties = Record<never, never>
> (
  { targets, data }: EventForm<Targets, Data>, more: More, shown?: Shown
): EventForm<Targets & More, Data & Shown> {
  return { targets: { ...targets, ...more }, data: { ...data, ...shown as Shown } }
}
