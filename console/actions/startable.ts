import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done, type Item, type ItemType, type Schemas } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { rightsOf } from '../items/rights.ts'

export type Startable = Schemas['StartableAction']

/** The part of an item that says who may do what with it. */
export interface Target {
  readonly type: ItemType
  readonly item: Pick<Item, 'id' | 'project_id' | 'owner'>
}

/** The enabled actions of the account; null until they are loaded. */
export const startable = signal<readonly Startable[] | null>(null)

const FRESH_MS = 60_000
let asking: Promise<void> | undefined
let askedAt = 0

/** Loads the actions. Nothing tells of their changes, so they are asked for again after a while. */
export async function loadStartable ({ again = false } = {}): Promise<void> {
  if (again || Date.now() - askedAt > FRESH_MS) asking = undefined
  if (asking === undefined) {
    askedAt = Date.now()
    asking = done(api.GET('/api/v2/actions')).then(({ actions }) => { startable.value = actions }, () => { asking = undefined })
  }
  await asking
}

/** Whether there is an action for items of a type. */
export function useHasActions (type: ItemType): boolean {
  useEffect(() => { loadStartable() }, [])
  return (startable.value ?? []).some((action) => action.type === type)
}

/** Whether the user may start an action for an item. */
export function fits ({ type, role }: Pick<Startable, 'type' | 'role'>, target: Target): boolean {
  if (target.type !== type || !mayWrite.value) return false
  if (role === 'Viewer') return true
  const { change, manage } = rightsOf(type, target.item)
  return role === 'Admin' ? manage : change
}
