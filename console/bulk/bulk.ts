import { api, done as answer, type ItemType } from '../api/client.ts'
import { filled } from '../../client/request.ts'
import { sentenceOf } from '../api/failure.ts'
import { insist } from '../api/insist.ts'
import { whyFailed } from '../api/outcome.ts'
import { onceKey } from '../../client/once.ts'
import type { Found } from '../find/results.ts'
import { idsOf, pathOf, type EndOf } from '../items/item.ts'
import type { ManyChanges } from './change-dialog.tsx'
import { running, type Run } from './running.tsx'

export interface Operation {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  /** The item of the operation. */
  readonly found: Found
}

export interface Outcome {
  readonly done: readonly Found[]
  readonly failed: ReadonlyArray<{ readonly found: Found, readonly why: string }>
}

/** Operations in a request: few enough to show progress, and to react soon to a cancel. */
const AT_ONCE = 200

/**
 * Does all operations, however many there are; an item may have several. If one fails, the others are still done.
 * Continues while other pages are shown, until somebody cancels it. While the connection is lost or the service is
 * busy, it waits, and does nothing twice.
 */
export async function runAll (all: readonly Operation[], words: string): Promise<Outcome> {
  const done = new Map<string, Found>()
  const failed = new Map<string, { found: Found, why: string }>()
  const stop = new AbortController()
  const cancel = () => {
    stop.abort()
    if (running.value !== null) running.value = { ...running.value, isEnding: true }
  }
  const perItem = Math.max(1, all.length / Math.max(1, new Set(all.map(({ found }) => found.item.id)).size))
  const items = (operations: number) => Math.round(operations / perItem)
  const isShown = all.length > AT_ONCE
  for (let from = 0; from < all.length && !stop.signal.aborted; from += AT_ONCE) {
    const run: Run = { words, done: items(from), total: items(all.length), isEnding: false, why: null, cancel }
    if (isShown) running.value = run
    const part = all.slice(from, from + AT_ONCE)
    const headers = { 'idempotency-key': onceKey() }
    try {
      const { results } = await insist(
        async () => answer(api.POST('/api/v2/bulk', { body: bodyOf(part), headers })),
        { signal: stop.signal, onPause: (why) => { running.value = { ...run, why } } })
      part.forEach(({ found }, index) => {
        const why = whyFailed(results[index])
        if (why === null) done.set(found.item.id, found)
        else failed.set(found.item.id, { found, why })
      })
    } catch (error) {
      if (stop.signal.aborted) break
      for (const { found } of part) failed.set(found.item.id, { found, why: sentenceOf(error) })
    }
  }
  running.value = null
  for (const id of failed.keys()) done.delete(id)
  return { done: [...done.values()], failed: [...failed.values()] }
}

export function bodyOf (operations: readonly Operation[]) {
  return {
    operations: operations.map(({ method, path, body }) => ({ method, path, ...(body === undefined ? {} : { body }) })),
    atomic: false
  }
}

/** The operations that make all changes of one item. */
export function changesOf (found: Found, { own, project, groups }: ManyChanges): Operation[] {
  return [
    ...(Object.keys(own).length > 0 ? [on(found, 'PUT', '', own)] : []),
    ...(project === undefined || project === found.item.project_id ? [] : [operations.move(found, project)]),
    ...Object.entries(groups).map(([group, values]) => set(found, group, values))
  ]
}

export const operations = {
  addTags: (found: Found, tags: readonly string[]) => on(found, 'PUT', '', { add_tags: tags }),
  removeTags: (found: Found, tags: readonly string[]) => on(found, 'PUT', '', { remove_tags: tags }),
  move: (found: Found, projectId: string | null) => projectId === null
    ? on(found, 'DELETE', '/unassign')
    : on(found, 'POST', '/assign', { to_project_id: projectId }),
  set: (found: Found, group: number, field: number, value: unknown) =>
    set(found, group, { [field]: value }),
  trash: (found: Found) => on(found, 'POST', '/trash_bin'),
  restore: (found: Found) => on(found, 'POST', '/restore'),
  remove: (found: Found) => on(found, 'DELETE', '')
}

function set (found: Found, group: number | string, values: unknown): Operation {
  return on(found, 'POST', '/custom_fields/{field_group_id}', { custom_fields: values }, { field_group_id: group })
}

function on (
  found: Found, method: Operation['method'], end: EndOf<ItemType>, body?: unknown, ids?: Readonly<Record<string, unknown>>
): Operation {
  return { found, method, path: filled(pathOf(found.type, end), { path: { ...idsOf(found.item.id), ...ids } }), body }
}
