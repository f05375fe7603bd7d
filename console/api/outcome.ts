import type { Schemas } from './client.ts'
import { plain } from './failure.ts'

/** Why an operation of a bulk was not done; null if it was. */
export function whyFailed (result: Schemas['OperationResult'] | undefined): string | null {
  if (result === undefined) return 'It was not answered.'
  const { status } = result
  const body = result.body as { error?: unknown, errors?: object } | null
  if (typeof body?.error === 'string') return plain(body.error)
  const errors = Object.values(body?.errors ?? {}).map((error) =>
    typeof error === 'object' ? Object.values(error as object).join(', ') : String(error))
  if (errors.length > 0) return plain(errors.join(', '))
  return status >= 400 ? `Status ${status}` : null
}
