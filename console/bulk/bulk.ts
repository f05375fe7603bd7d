import { request } from '../api/client.ts'
import { plain, sentenceOf } from '../api/failure.ts'
import type { Found } from '../find/results.ts'
import { pathOf } from '../items/item.ts'

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

interface Result { readonly status: number, readonly body: { error?: string, errors?: unknown } | null }

/** Maximum of operations in a request. */
const AT_ONCE = 1000

/** Does each operation by itself, however many there are. A failure stops no other. */
export async function runAll (operations: readonly Operation[], onProgress: (done: number) => void): Promise<Outcome> {
  const outcome: Outcome = { done: [], failed: [] }
  const { done, failed } = outcome as { done: Found[], failed: Array<{ found: Found, why: string }> }
  for (let from = 0; from < operations.length; from += AT_ONCE) {
    const part = operations.slice(from, from + AT_ONCE)
    try {
      const { results } = await request<{ results: Result[] }>('POST', '/api/v2/bulk', bodyOf(part))
      part.forEach(({ found }, index) => {
        const why = whyFailed(results[index])
        if (why === null) done.push(found)
        else failed.push({ found, why })
      })
    } catch (error) {
      failed.push(...part.map(({ found }) => ({ found, why: sentenceOf(error) })))
    }
    onProgress(Math.min(operations.length, from + AT_ONCE))
  }
  return outcome
}

export function bodyOf (operations: readonly Operation[]) {
  return {
    operations: operations.map(({ method, path, body }) => ({ method, path, ...(body === undefined ? {} : { body }) })),
    atomic: false
  }
}

function whyFailed (result: Result | undefined): string | null {
  if (result === undefined) return 'It was not answered.'
  const { status, body } = result
  if (typeof body?.error === 'string') return plain(body.error)
  const errors = Object.values(body?.errors ?? {}).map((error) =>
    typeof error === 'object' ? Object.values(error as object).join(', ') : String(error))
  if (errors.length > 0) return plain(errors.join(', '))
  return status >= 400 ? `Status ${status}` : null
}

export const operations = {
  addTags: (found: Found, tags: readonly string[]) => on(found, 'PUT', '', { add_tags: tags }),
  removeTags: (found: Found, tags: readonly string[]) => on(found, 'PUT', '', { remove_tags: tags }),
  move: (found: Found, projectId: string | null) => projectId === null
    ? on(found, 'DELETE', '/unassign')
    : on(found, 'POST', '/assign', { to_project_id: projectId }),
  set: (found: Found, group: number, field: number, value: unknown) =>
    on(found, 'POST', `/custom_fields/${group}`, { custom_fields: { [field]: value } }),
  trash: (found: Found) => on(found, 'POST', '/trash_bin'),
  restore: (found: Found) => on(found, 'POST', '/restore'),
  remove: (found: Found) => on(found, 'DELETE', '')
}

function on (found: Found, method: Operation['method'], end: string, body?: unknown): Operation {
  return { found, method, path: pathOf(found.type, found.item.id) + end, body }
}
